-- Paper of a size is found by its own words.
DELETE FROM trade_words WHERE phrase = 'a4 paper';
--> statement-breakpoint
INSERT INTO trade_words (phrase, kind)
SELECT phrase, kind FROM (VALUES
  ('ladies bags', 'women bag, female bag, lady bag, women hand bag'),
  ('bodysuits', 'baby cloth, baby wear'),
  ('children''s', 'kids wear, children wear')
) AS known (kind, phrases), regexp_split_to_table(phrases, ',\s*') AS phrase
ON CONFLICT DO NOTHING;
