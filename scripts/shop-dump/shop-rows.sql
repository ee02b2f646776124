-- Rows of the tables that the demo leaves empty, for make-shop-dump.ts. The demo has products, orders, started
-- checkouts, customers, suppliers, messages and custom orders.

-- Accounts: an owner and a customer, each with a row for everything an account can have.
INSERT INTO users (id, name, email, email_verified, first_name, last_name, phone_number, phone_number_verified, role, staff_role, two_factor_enabled)
VALUES
  ('00000000-0000-4000-8000-000000000001', 'Ngozi Okafor', 'ngozi@shop.example', true, 'Ngozi', 'Okafor', '+2348031000001', true, 'admin', 'owner', true),
  ('00000000-0000-4000-8000-000000000002', 'Tunde Bello', 'tunde@shop.example', true, 'Tunde', 'Bello', NULL, false, 'customer', NULL, false);
INSERT INTO profiles (id, first_name, last_name, phone, address, city, state)
VALUES ('00000000-0000-4000-8000-000000000002', 'Tunde', 'Bello', '08031000002', '4 Ẹ̀wà Road', 'Ibadan', 'Oyo');
INSERT INTO accounts (account_id, provider_id, user_id, password)
VALUES ('00000000-0000-4000-8000-000000000001', 'credential', '00000000-0000-4000-8000-000000000001', 'no password');
INSERT INTO sessions (token, user_id, expires_at, ip_address, user_agent)
VALUES ('session-1', '00000000-0000-4000-8000-000000000002', '2026-12-20T09:00:00Z', '203.0.113.7', 'Browser');
INSERT INTO verifications (identifier, value, expires_at) VALUES ('code', 'hash', '2026-11-20T09:10:00Z');
INSERT INTO two_factors (secret, backup_codes, user_id) VALUES ('sealed', 'sealed', '00000000-0000-4000-8000-000000000001');
INSERT INTO jwks (public_key, private_key, created_at) VALUES ('{}', 'sealed', '2026-11-20T09:00:00Z');
INSERT INTO passkeys (name, public_key, user_id, credential_id, counter, device_type, backed_up, created_at)
VALUES ('Phone', 'key', '00000000-0000-4000-8000-000000000001', 'credential-1', 3, 'singleDevice', false, '2026-11-20T09:00:00Z');
INSERT INTO sso_providers (issuer, oidc_config, user_id, provider_id, domain, domain_verified)
VALUES ('https://id.company.example', '{}', '00000000-0000-4000-8000-000000000001', 'company', 'company.example', true);
INSERT INTO auth_rate_limits (key, count, last_request) VALUES ('203.0.113.7|/sign-in', 2, 1795165200000);
INSERT INTO rate_limits (key, points, expire) VALUES ('start:203.0.113.7', 1, 1795165200000);
INSERT INTO staff_invitations (email, staff_role, token_hash, invited_by, expires_at)
VALUES ('packer@shop.example', 'packer', 'hash', '00000000-0000-4000-8000-000000000001', '2026-11-27T09:00:00Z');

-- A paid order of the customer with everything around it; a hold; a payment that fits no order.
INSERT INTO orders (id, user_id, payment_method, payment_reference, payment_status, total_amount_kobo, shipping_kobo, customer_name, customer_email, customer_phone, shipping_address, access_token)
VALUES ('00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000002', 'paystack', 'WH00000000000000011', 'paid', 650000, 150000, 'Tunde Bello', 'tunde@shop.example', '08031000002', '4 Ẹ̀wà Road, Ibadan', 'order-token-11');
INSERT INTO order_items (order_id, product_id, product_name, unit, pieces, product_price_kobo, quantity, subtotal_kobo, restocked)
SELECT '00000000-0000-4000-8000-000000000011', id, name, unit, pieces, 250000, 2, 500000, 1 FROM products ORDER BY slug LIMIT 1;
INSERT INTO payment_attempts (id, reference, checkout_id, access_token, status, hold, hold_expires_at, user_id, customer_name, customer_email, customer_phone, address, city, state, amount_kobo, shipping_kobo, currency, fingerprint, order_id)
VALUES ('00000000-0000-4000-8000-000000000021', 'WH00000000000000011', '00000000-0000-4000-8000-000000000031', 'attempt-token-21', 'settled', 'sold', '2026-11-20T09:15:00Z', '00000000-0000-4000-8000-000000000002', 'Tunde Bello', 'tunde@shop.example', '08031000002', '4 Ẹ̀wà Road', 'Ibadan', 'Oyo', 650000, 150000, 'NGN', 'digest', '00000000-0000-4000-8000-000000000011');
INSERT INTO payment_attempts (id, reference, checkout_id, access_token, hold_expires_at, visitor, customer_name, customer_email, customer_phone, address, city, state, amount_kobo, currency, fingerprint, next_check_at)
VALUES ('00000000-0000-4000-8000-000000000022', 'WH00000000000000022', '00000000-0000-4000-8000-000000000032', 'attempt-token-22', '2026-11-20T09:15:00Z', '203.0.113.8', 'Guest', 'guest@mail.example', '08031000003', '1 Market', 'Kano', 'Kano', 500000, 'NGN', 'digest', '2026-11-20T09:05:00Z');
INSERT INTO payment_attempt_items (attempt_id, product_id, product_name, unit, pieces, product_price_kobo, quantity)
SELECT attempt::uuid, id, name, unit, pieces, 250000, 2 FROM
  (SELECT * FROM products ORDER BY slug LIMIT 1) goods,
  (VALUES ('00000000-0000-4000-8000-000000000021'), ('00000000-0000-4000-8000-000000000022')) attempts (attempt);
INSERT INTO stock_movements (product_id, quantity, reason, attempt_id)
SELECT product_id, -quantity, 'hold', attempt_id FROM payment_attempt_items;
INSERT INTO stock_movements (product_id, quantity, reason, order_id)
SELECT product_id, restocked, 'restock', order_id FROM order_items WHERE restocked > 0;
INSERT INTO payment_events (dedupe_key, event, reference, payload)
VALUES ('success-11', 'charge.success', 'WH00000000000000011', '{"amount": 650000}'),
  ('success-99', 'charge.success', 'STRANGE-1', '{"amount": 77000}');
INSERT INTO payment_reviews (attempt_id, order_id, reason, details)
VALUES ('00000000-0000-4000-8000-000000000021', '00000000-0000-4000-8000-000000000011', 'refund', '{"amount_kobo": 250000}');
INSERT INTO payment_refunds (attempt_id, provider_id, request_id, requested_by, reason, lines, amount_kobo, currency, status)
SELECT '00000000-0000-4000-8000-000000000021', '30000000000000000001', '00000000-0000-4000-8000-000000000041',
  '00000000-0000-4000-8000-000000000001', 'Damaged', jsonb_build_array(jsonb_build_object('item_id', id, 'quantity', 1, 'restock', 1)), 250000, 'NGN', 'processed'
FROM order_items WHERE order_id = '00000000-0000-4000-8000-000000000011';
INSERT INTO mails (kind, order_id, to_address, status)
VALUES ('order_confirmation', '00000000-0000-4000-8000-000000000011', 'tunde@shop.example', 'queued');
INSERT INTO mailbox_messages (from_address, to_address, subject, html, text)
VALUES ('shop@shop.example', 'tunde@shop.example', 'Your order', '<p>Thank you</p>', 'Thank you');
INSERT INTO payment_searches (user_id, amount_kobo, sent_at, sender, result, attempt_id)
VALUES ('00000000-0000-4000-8000-000000000002', 650000, '2026-11-20T08:00:00Z', 'TUNDE BELLO', 'attached', '00000000-0000-4000-8000-000000000021');

-- Delivery from zones, and a shipment of the order's goods.
INSERT INTO delivery_calendar (closed_dates) VALUES ('{2026-12-25}');
INSERT INTO delivery_zones (id, name) VALUES ('00000000-0000-4000-8000-000000000081', 'Lagos');
INSERT INTO delivery_zone_places (place, zone_id)
VALUES ('LA', '00000000-0000-4000-8000-000000000081'), ('OG-07', '00000000-0000-4000-8000-000000000081');
INSERT INTO delivery_methods (zone_id, kind, name, bands, extra_kg_kobo, min_days, max_days)
VALUES ('00000000-0000-4000-8000-000000000081', 'door', 'To the door', '[{"upto_grams": 5000, "kobo": 150000}]', 10000, 1, 3);
INSERT INTO shipments (id, order_id, number, status, carrier, waybill, driver_phone, code, sent_at)
VALUES ('00000000-0000-4000-8000-000000000091', '00000000-0000-4000-8000-000000000011', 1, 'sent', 'GUO', 'W-1', '08031000004', '4711', '2026-11-20T10:00:00Z');
INSERT INTO shipment_lines (shipment_id, order_item_id, quantity)
SELECT '00000000-0000-4000-8000-000000000091', id, 1 FROM order_items WHERE order_id = '00000000-0000-4000-8000-000000000011';

-- What admins make.
INSERT INTO blog_posts (title, slug, content, published, published_at, author_id, author_email)
VALUES ('Rice prices', 'rice-prices', '<p>They rise.</p>', true, '2026-11-19T09:00:00Z', '00000000-0000-4000-8000-000000000001', 'ngozi@shop.example');
UPDATE blog_posts SET slug = 'rice-prices-today';
INSERT INTO admin_settings (category, settings) VALUES ('general', '{"storeName":"Shop of the fixture"}');
INSERT INTO saved_views (list, name, query, user_id, is_shared)
VALUES ('orders', 'To pack', 'status=processing', '00000000-0000-4000-8000-000000000001', true);
INSERT INTO notes (kind, subject, text, author_id)
VALUES ('order', '00000000-0000-4000-8000-000000000011', 'Call first', '00000000-0000-4000-8000-000000000001');
INSERT INTO trash (kind, subject, label, content, deleted_by)
VALUES ('category', '00000000-0000-4000-8000-000000000051', 'Gone', '[]', '00000000-0000-4000-8000-000000000001');
INSERT INTO audit_log (actor, actor_id, action, subject, before, after)
VALUES ('owner', '00000000-0000-4000-8000-000000000001', 'order.status', '00000000-0000-4000-8000-000000000011', '{"status": "shipped"}', '{"status": "processing"}');
INSERT INTO runs (id, kind, noun, title, state, actor, actor_id)
VALUES ('00000000-0000-4000-8000-000000000061', 'import', 'product', 'list.csv', 'preview', 'owner', '00000000-0000-4000-8000-000000000001');
INSERT INTO run_rows (run_id, place, record_id, label, before, after)
SELECT '00000000-0000-4000-8000-000000000061', 1, id, name, '{"price_kobo": 1}', '{"price_kobo": 2}' FROM products ORDER BY slug LIMIT 1;
INSERT INTO import_files (id, name, content, columns, rows, actor_id, run_id)
VALUES ('00000000-0000-4000-8000-000000000071', 'list.csv', '\x6e616d650a', '["name"]', 1, '00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000061');
INSERT INTO import_file_rows (file_id, place, cells) VALUES ('00000000-0000-4000-8000-000000000071', 1, '["Rice"]');
INSERT INTO import_mappings (columns_key, mapping) VALUES ('name', '{"name": 0}');
INSERT INTO fetched_pictures (source, address) VALUES ('https://maker.example/rice.jpg', '/files/rice.webp');
INSERT INTO synonyms (phrase, kind) VALUES ('word of this shop', 'rice');
DELETE FROM synonyms WHERE phrase = 'shinkafa';

-- A renamed product: its former slug leads on, and the search words wait to be made anew.
UPDATE products SET slug = slug || '-new', name = name || ' (new)' WHERE id = (SELECT id FROM products ORDER BY slug LIMIT 1);
