import type { Database } from "#db/client.server.ts";

/**
 * The definitions of all objects of schema `public` as sorted lines of text: extensions, columns, indexes, constraints,
 * functions, triggers, sequences, storage options. Two databases with equal lines have equal schemas.
 */
export async function catalogueOf(database: Pick<Database, "sql">): Promise<string[]> {
  const { rows } = await database.sql(OBJECTS.join(" union all "));
  return rows.map(({ line }) => String(line)).sort();
}

const OBJECTS = [
  "select 'extension ' || extname as line from pg_extension",
  // The order of columns is left out: it follows the history of a database.
  `select concat_ws(' ', 'column', relname || '.' || attname, format_type(atttypid, atttypmod), collname,
     case when attnotnull then 'not null' end, 'identity ' || nullif(attidentity::text, ''),
     'generated ' || nullif(attgenerated::text, ''), pg_get_expr(adbin, adrelid))
   from pg_attribute join pg_class c on c.oid = attrelid
     left join pg_attrdef on adrelid = attrelid and adnum = attnum
     left join pg_collation l on l.oid = attcollation and collname <> 'default'
   where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`,
  `select concat_ws(' ', relkind, relname, array_to_string(reloptions, ','))
   from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S', 'v', 'm', 'p')`,
  "select 'index ' || indexdef from pg_indexes where schemaname = 'public'",
  // Not-null constraints are in the columns; their names follow the history of a database.
  `select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
   where connamespace = 'public'::regnamespace and contype <> 'n'`,
  `select 'function ' || pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
  "select concat_ws(' ', 'trigger', pg_get_triggerdef(oid), tgenabled) from pg_trigger where not tgisinternal",
];
