-- Copies a table into eight partitions by the hash of a column of its primary key. Names, the key, storage parameters and
-- privileges stay as they are. All access waits meanwhile, and the disk needs room for a second copy.
CREATE OR REPLACE FUNCTION partition_by_hash(target regclass, partition_key text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	partitions CONSTANT integer := 8;
	original pg_class;
	unpartitioned text;
	key record;
	privilege record;
BEGIN
	SELECT * INTO STRICT original FROM pg_class WHERE oid = target;
	IF original.relkind = 'p' THEN
		RETURN;
	END IF;
	SELECT conname AS name, pg_get_constraintdef(oid) AS definition INTO STRICT key
		FROM pg_constraint WHERE conrelid = target AND contype = 'p';
	unpartitioned := original.relname || '_unpartitioned';
	EXECUTE format('ALTER TABLE %I RENAME TO %I', original.relname, unpartitioned);
	EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING STORAGE) PARTITION BY HASH (%I)',
		original.relname, unpartitioned, partition_key);
	FOR remainder IN 0 .. partitions - 1 LOOP
		EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
			original.relname || '_' || remainder, original.relname, partitions, remainder);
		IF original.reloptions IS NOT NULL THEN
			EXECUTE format('ALTER TABLE %I SET (%s)',
				original.relname || '_' || remainder, array_to_string(original.reloptions, ', '));
		END IF;
	END LOOP;
	FOR privilege IN
		SELECT privilege_type AS kind, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS role
			FROM aclexplode(original.relacl) WHERE grantee <> original.relowner
	LOOP
		EXECUTE format('GRANT %s ON %I TO %s', privilege.kind, original.relname, privilege.role);
	END LOOP;
	EXECUTE format('INSERT INTO %I SELECT * FROM %I', original.relname, unpartitioned);
	EXECUTE format('DROP TABLE %I', unpartitioned);
	EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', original.relname, key.name, key.definition);
END
$$;
--> statement-breakpoint
-- 4 GB are copied in about a minute. Larger tables are left to a time that the operator chooses.
SELECT partition_by_hash(name::regclass, key)
	FROM (VALUES ('blocks', 'segment'), ('record_groups', 'upload')) AS sealed (name, key)
	WHERE pg_total_relation_size(name::regclass) < 4e9;
