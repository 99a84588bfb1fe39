-- Every schema gets its third team, Data Contributors, with a grant to search and to store records.
CREATE FUNCTION pg_temp.new_short_id() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  alphabet constant text := '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  bytes constant bytea := decode(replace(gen_random_uuid()::text, '-', ''), 'hex');
  rest numeric := 0;
  id text := '';
BEGIN
  FOR i IN 0..15 LOOP rest := rest * 256 + get_byte(bytes, i); END LOOP;
  FOR i IN 1..22 LOOP
    id := substr(alphabet, mod(rest, 57)::int + 1, 1) || id;
    rest := div(rest, 57);
  END LOOP;
  RETURN id;
END $$;--> statement-breakpoint
INSERT INTO "teams" ("id", "organization_id", "schema_id", "role", "name", "slug")
SELECT pg_temp.new_short_id(), "organization_id", "id", 'contributors', "name" || ' Data Contributors',
  trim(both '-' from left(regexp_replace(lower("name" || ' Data Contributors'), '[^a-z0-9]+', '-', 'g'), 100))
FROM "schemas"
WHERE NOT EXISTS (SELECT FROM "teams" WHERE "teams"."schema_id" = "schemas"."id" AND "teams"."role" = 'contributors');--> statement-breakpoint
INSERT INTO "grants" ("id", "schema_id", "team_id", "field_names", "can_share_keys", "can_create_records")
SELECT pg_temp.new_short_id(), "schema_id", "id", '{"__query":true}', false, true
FROM "teams"
WHERE "role" = 'contributors' AND NOT EXISTS (SELECT FROM "grants" WHERE "grants"."team_id" = "teams"."id");--> statement-breakpoint
DROP FUNCTION pg_temp.new_short_id();
