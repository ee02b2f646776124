import {
  BadgeAlert,
  CircleCheck,
  Clock,
  ClipboardList,
  Factory,
  HeartPulse,
  MailWarning,
  MessageSquare,
  PackageCheck,
  PackageMinus,
  Undo2,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { LATE, OWED, TO_PACK } from "#app/features/orders/rules/work-lists.ts";
import { formatCount } from "#app/lib/money.ts";
import { cx } from "#app/ui/class-names.ts";
import { Link } from "#app/ui/link.tsx";
import type { ToDo } from "../../queries.server.ts";

type Task = { icon: LucideIcon; href: string; one: string; many: string };

const TASKS: Record<keyof ToDo, Task> = {
  pack: {
    icon: PackageCheck,
    href: TO_PACK,
    one: "order to pack",
    many: "orders to pack",
  },
  late: {
    icon: Clock,
    href: LATE,
    one: "order later than promised",
    many: "orders later than promised",
  },
  owed: {
    icon: Undo2,
    href: OWED,
    one: "cancelled order still paid",
    many: "cancelled orders still paid",
  },
  payments: {
    icon: BadgeAlert,
    href: "/admin/payments",
    one: "payment to review",
    many: "payments to review",
  },
  failing: {
    icon: MailWarning,
    href: "/admin/failures",
    one: "failed email or job",
    many: "failed emails or jobs",
  },
  low: {
    icon: PackageMinus,
    href: "/admin/products?stock=low",
    one: "product low on stock",
    many: "products low on stock",
  },
  messages: {
    icon: MessageSquare,
    href: "/admin/messages?status=new",
    one: "unread message",
    many: "unread messages",
  },
  suppliers: {
    icon: Factory,
    href: "/admin/suppliers?status=pending",
    one: "supplier to review",
    many: "suppliers to review",
  },
  custom_orders: {
    icon: ClipboardList,
    href: "/admin/custom-orders?status=pending",
    one: "custom order to answer",
    many: "custom orders to answer",
  },
};

/** So many columns that no row has a single task. */
const COLUMNS: Record<number, string> = { 3: "xl:grid-cols-3", 5: "xl:grid-cols-5", 6: "xl:grid-cols-3" };

type ToDoListProps = {
  toDo: ToDo;
  /** What is not well about the shop itself, in a sentence. */
  problems: readonly { part: string; text: string }[];
  hrefTo: (address: string) => string | null;
};

/** Problems of the shop, then open tasks by urgency; tasks with a count of 0 are hidden. */
export function ToDoList({ toDo, problems, hrefTo }: ToDoListProps) {
  const tasks = (Object.entries(TASKS) as [keyof ToDo, Task][]).filter(([name]) => toDo[name] > 0);
  return (
    <section aria-labelledby="to-do" className="grid gap-2.5">
      <h2 id="to-do" className="font-display text-lg font-bold">
        To do now
      </h2>
      {problems.length > 0 ? (
        <ul className="grid gap-2">
          {problems.map(({ part, text }) => (
            <li key={part} className="grid">
              <TaskLink to={hrefTo("/admin/health")}>
                <HeartPulse aria-hidden className="size-5 shrink-0 text-clay-deep" strokeWidth={1.8} />
                <span className="min-w-0 break-words">{text}</span>
              </TaskLink>
            </li>
          ))}
        </ul>
      ) : null}
      {tasks.length + problems.length === 0 ? (
        <p className="card flex items-center gap-3 px-4 py-3 text-muted">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-forest" />
          Nothing to do right now.
        </p>
      ) : null}
      {tasks.length > 0 ? (
        <ul
          className={cx(
            "grid gap-2 sm:grid-cols-2 sm:max-xl:*:last:odd:col-span-2",
            COLUMNS[tasks.length] ?? "xl:grid-cols-4",
          )}
        >
          {tasks.map(([name, { icon: Icon, href, one, many }]) => (
            <li key={name} className="grid">
              <TaskLink to={hrefTo(href)}>
                <Icon aria-hidden className="size-5 shrink-0 text-forest" strokeWidth={1.8} />
                <span>
                  <span className="font-bold tabular-nums">
                    {formatCount(toDo[name])}
                    {toDo[name] >= 1000 ? "+" : ""}
                  </span>{" "}
                  {toDo[name] === 1 ? one : many}
                </span>
              </TaskLink>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function TaskLink({ to, children }: { to: string | null; children: ReactNode }) {
  const className = "card flex min-h-12 items-center gap-3 px-4 py-2.5";
  if (!to) return <p className={className}>{children}</p>;
  return (
    <Link to={to} className={`${className} hover:shadow-lift`}>
      {children}
    </Link>
  );
}
