-- More of what shoppers say. A phrase that is its own kind is not answered with other goods when nobody sells it.
INSERT INTO trade_words (phrase, kind)
SELECT phrase, kind FROM (VALUES
  ('extension box', 'extension socket, extension board, extension cord, extension cable, power extension, power strip, multi socket'),
  ('surge protector', 'spike guard, surge guard'),
  ('bedsheet', 'bed sheet, bed sheets, bedspread, bed spread')
) AS known (kind, phrases), regexp_split_to_table(phrases, ',\s*') AS phrase
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO trade_words (phrase, kind)
SELECT phrase, phrase FROM regexp_split_to_table('wall socket, hot plate, hand fan', ',\s*') AS phrase
ON CONFLICT DO NOTHING;
