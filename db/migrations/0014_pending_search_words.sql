-- Each search reads all words of changed products that are not merged yet: up to 4 MB until the next vacuum, 5 ms.
ALTER INDEX products_search_idx SET (gin_pending_list_limit = 512);
--> statement-breakpoint
ALTER INDEX products_search_sample_idx SET (gin_pending_list_limit = 512);
