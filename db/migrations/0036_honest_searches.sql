-- A phrase that is its own kind is not answered with other goods ("motor oil" for "olive oil") when nobody sells it.
INSERT INTO trade_words (phrase, kind)
SELECT phrase, phrase FROM regexp_split_to_table(
  'matches, olive oil, air freshener, sunglasses, eye glasses, reading glasses, chewing gum, candy, tom tom, sponge, yoghurt, curtain, dustbin, hair clipper, toothbrush', ',\s*') AS phrase
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO trade_words (phrase, kind)
SELECT phrase, kind FROM (VALUES
  ('food flasks', 'thermos, thermos flask, hot water flask'),
  ('sachet water | water', 'bag of water'),
  ('roll-on deodorant', 'rollon')
) AS known (kind, phrases), regexp_split_to_table(phrases, ',\s*') AS phrase
ON CONFLICT DO NOTHING;
