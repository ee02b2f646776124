import type { Connection, Database } from "#db/database.ts";
import { BackupError } from "./problems.server.ts";
import { quoted } from "./tables.server.ts";

/** The application name of the command's own connections. */
export const NAMED = "oja restore";

/** Throws BackupError while others use the database, because they would write to it meanwhile. */
export async function refuseConnected(database: Pick<Database, "sql">): Promise<void> {
  const { rows } = await database.sql(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and usename = current_user and backend_type = 'client backend'
       and application_name <> $1`,
    [NAMED],
  );
  const n = Number(rows[0]?.["n"]);
  if (n > 0)
    throw new BackupError(`A shop is running on this database (${n} connections): stop it first, then restore.`);
}

/** The shop's schemas besides `public`. */
const OWN_SCHEMAS = ["drizzle", "pgboss"];

/** What stands in `public` and belongs to no extension, table or other object, as statements that move it. */
const MOVES = `select format('alter %s %s set schema ', case relkind when 'v' then 'view' when 'm' then 'materialized view'
      when 'S' then 'sequence' else 'table' end, c.oid::regclass) as move
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and deptype in ('e', 'a', 'i'))
  union all
  select format('alter routine %s set schema ', p.oid::regprocedure)
    from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and deptype = 'e')
  union all
  select format('alter type %s set schema ', t.oid::regtype)
    from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
      and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and deptype = 'e')`;

/**
 * Makes place for a shop in the open transaction. A database that is not empty is refused, or its objects are moved to
 * `schema`; returns how to find them. Extensions stay, because both shops need them.
 */
export async function keepOldTables(client: Connection, schema: string, replace: boolean): Promise<string | null> {
  const { rows: moves } = await client.query<{ move: string }>(MOVES);
  const { rows: found } = await client.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname = any($1) order by 1",
    [OWN_SCHEMAS],
  );
  if (moves.length === 0 && found.length === 0) return null;
  if (!replace) {
    const { rows } = await client.query<{ name: string }>("select current_database() as name");
    throw new BackupError(
      `The database ${rows[0]?.name} is not empty: name an empty one, or add --replace, which keeps what is there in a schema of its own.`,
    );
  }
  await client.query(`create schema ${quoted(schema)}`);
  for (const { move } of moves) await client.query(move + quoted(schema));
  const renamed = found.map(({ name }) => [name, `${schema}_${name}`] as const);
  for (const [from, to] of renamed) await client.query(`alter schema ${quoted(from)} rename to ${quoted(to)}`);
  return `the schema ${[schema, ...renamed.map(([, to]) => to)].join(", ")}`;
}
