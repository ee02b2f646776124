DROP INDEX IF EXISTS products_name_trgm_idx;
