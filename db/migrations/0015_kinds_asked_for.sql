-- Several kinds of one phrase stand with ' | ' between them; the first that some product has counts. A phrase that is
-- its own kind is a word of the trade: never respelt, and not answered with other goods when nobody sells it.
UPDATE trade_words SET kind = 'phone cases' WHERE kind = 'cases' AND phrase IN ('pouch', 'phone pouch', 'phone cover', 'back cover');
--> statement-breakpoint
UPDATE trade_words SET kind = 'charger' WHERE phrase = 'iphone charger' AND kind = '8-pin';
--> statement-breakpoint
UPDATE trade_words SET kind = 'body mist | deodorant' WHERE phrase = 'body spray' AND kind = 'deodorant';
--> statement-breakpoint
UPDATE trade_words SET kind = 'orange drink | soft drink | bitter lemon | ginger ale' WHERE phrase = 'fanta' AND kind = 'drink';
--> statement-breakpoint
UPDATE trade_words SET kind = 'cola | soft drink | ginger ale | orange drink | malt drink' WHERE kind = 'drink'
  AND phrase IN ('coke', 'coca cola', 'pepsi', 'sprite', 'minerals', 'soft drink', 'soft drinks');
--> statement-breakpoint
UPDATE trade_words SET kind = 'second hand clothes' WHERE kind = 'bale';
--> statement-breakpoint
DELETE FROM trade_words WHERE phrase = 'ankara fabric' AND kind = 'fabric';
--> statement-breakpoint
INSERT INTO trade_words (phrase, kind)
SELECT brand || ' ' || asked, kind
FROM unnest(ARRAY['tecno', 'infinix', 'itel', 'samsung', 'iphone', 'redmi', 'nokia']) AS brand, (VALUES
  ('pouch', 'phone cases'), ('case', 'phone cases'), ('cover', 'phone cases'), ('charger', 'charger'), ('cable', 'cable'),
  ('cord', 'cable'), ('screen guard', 'screen guards'), ('screen protector', 'screen guards'), ('earpiece', 'earphones'), ('battery', 'phone battery')
) AS goods (asked, kind)
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO trade_words (phrase, kind)
SELECT phrase, kind FROM (VALUES
  ('antiseptic soap | medicated soap | soap', 'dettol soap, septol soap'),
  ('sanitary pads', 'always pad, sanitary pad, sanitary towel, menstrual pad, ladies pad'),
  ('aluminium foil', 'foil paper, foil'),
  ('insect spray', 'mosquito spray, insect killer'),
  ('cutlery', 'spoon, spoons, fork, forks'),
  ('infant formula', 'nan 1, nan 2, sma gold, baby formula, baby milk')
) AS known (kind, phrases), regexp_split_to_table(phrases, ',\s*') AS phrase
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO trade_words (phrase, kind)
SELECT phrase, phrase FROM regexp_split_to_table(
  'blender, iron, sewing machine, toilet brush, plastic chair, stove, kerosene stove, gas stove, gas cooker, cylinder, gas cylinder, cooler, nylon, nylon bag, ogbono, egusi, crayfish, stockfish, periwinkle, wall clock, clock, generator, inverter, freezer, fridge, fan, kettle, mattress, chair, table, umbrella, mirror, broom, bucket, perfume, condom, phone, laptop, television, tv, cement, nails, paint, plantain, yam, onions, ginger, garlic, eggs, bread, butter, cheese', ',\s*') AS phrase
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO trade_words (phrase, kind)
SELECT DISTINCT lower(kind), kind FROM trade_words WHERE kind LIKE '% %' AND kind NOT LIKE '% | %'
ON CONFLICT DO NOTHING;
