-- In the plural these are goods of their own: sweet corn is no answer to "sweets".
INSERT INTO trade_words (phrase, kind) VALUES ('sweets', 'hard candy | lollipops | chewing gum')
ON CONFLICT DO NOTHING;
