import { Bookmark, Users, Trash2 } from "lucide-react";
import { useFetcher } from "react-router";
import { useRights } from "#app/features/permissions/components/admin/use-rights.ts";
import type { SavedView } from "#app/features/records/queries/views.server.ts";
import { firstError, type FormResult } from "#app/lib/forms.ts";
import { listHref, readList, viewQuery, type ListSpec, type ListState } from "#app/lib/list.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { cx } from "#app/ui/class-names.ts";
import { Input } from "#app/ui/input.tsx";
import { Link } from "#app/ui/link.tsx";

export type ViewsProps = { spec: ListSpec; state: ListState; views: SavedView[] };

const TAB = "inline-flex min-h-11 items-center gap-1.5 rounded-xl px-3 text-sm font-semibold whitespace-nowrap";

/** The saved views, and the form that saves the current state as a view. */
export default function ViewsBar({ spec, state, views, isPlain }: ViewsProps & { isPlain: boolean }) {
  const shown = views.find(({ id }) => id === state.view?.id);
  return (
    <div className="flex flex-wrap items-center gap-1 print:hidden">
      {views.length > 0 ? (
        <nav aria-label="Saved views" className="flex min-w-0 flex-wrap items-center gap-1">
          <Link to={spec.path} className={cx(TAB, isPlain ? "bg-leaf text-forest" : "hover:bg-sand-deep")}>
            All
          </Link>
          {views.map((view) => (
            <Link
              key={view.id}
              to={listHref(spec, readList(spec, new URLSearchParams(), view))}
              aria-current={view.id === state.view?.id ? "true" : undefined}
              className={cx(TAB, view.id === state.view?.id ? "bg-leaf text-forest" : "hover:bg-sand-deep")}
            >
              {view.name}
              {view.is_shared ? <Users aria-label="shared with all staff" className="size-3.5" /> : null}
            </Link>
          ))}
        </nav>
      ) : null}
      {shown?.is_own ? (
        <form method="post" action="/admin/views">
          <input type="hidden" name="id" value={shown.id} />
          <input type="hidden" name="back" value={spec.path} />
          <Button
            type="submit"
            name="intent"
            value="remove"
            variant="ghost"
            size="icon"
            aria-label={`Remove the view ${shown.name}`}
          >
            <Trash2 aria-hidden className="size-4.5" />
          </Button>
        </form>
      ) : null}
      {isPlain ? null : (
        <SaveView
          key={viewQuery(spec, state) + (state.view?.id ?? "")}
          spec={spec}
          state={state}
          name={shown?.is_own ? shown.name : ""}
        />
      )}
    </div>
  );
}

type SaveProps = { spec: ListSpec; state: ListState; name: string };

function SaveView({ spec, state, name }: SaveProps) {
  const may = useRights();
  const fetcher = useFetcher<FormResult>();
  return (
    <details className="relative">
      <summary className={buttonClass("ghost", "sm", "list-none [&::-webkit-details-marker]:hidden")}>
        <Bookmark aria-hidden className="size-4" />
        Save view
      </summary>
      <fetcher.Form
        method="post"
        action="/admin/views"
        className="card absolute top-full left-0 z-20 grid w-72 gap-3 p-4 shadow-lift"
      >
        <input type="hidden" name="list" value={spec.name} />
        <input type="hidden" name="back" value={spec.path} />
        <input type="hidden" name="query" value={viewQuery(spec, state)} />
        <Input
          name="name"
          aria-label="Name of the view"
          placeholder="Name of the view"
          required
          maxLength={40}
          defaultValue={name}
          aria-invalid={fetcher.data?.ok === false && fetcher.data.errors["name"] ? true : undefined}
        />
        {may("views.share") ? (
          <label className="flex min-h-11 items-center gap-2 text-sm">
            <input type="checkbox" name="shared" value="1" className="size-5 accent-forest" />
            Share with all staff
          </label>
        ) : null}
        <p role="alert" className="text-sm text-clay-deep empty:hidden">
          {firstError(fetcher.data)}
        </p>
        <Button type="submit" name="intent" value="save" size="sm" disabled={fetcher.state !== "idle"}>
          Save
        </Button>
      </fetcher.Form>
    </details>
  );
}
