import { Form, useLocation } from "react-router";
import type { RefusedForm } from "#app/lib/forms.ts";
import { formatCount, formatNaira } from "#app/lib/money.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { productHref } from "../../links.ts";
import type { GroupRecord } from "../../queries/group-record.server.ts";
import { PRODUCTS } from "../../rules/product-list.ts";
import { valuesInOrder } from "../../rules/variants.ts";
import { GroupFormFields, ValueFields, VariantForm } from "./variant-form.tsx";

type Group = NonNullable<GroupRecord["group"]>;
type RowsProps = {
  group: Group;
  opened: string;
  refusedOf: (intent: string, field?: [name: string, value: string]) => RefusedForm | null;
};

/** Variants of a group with values, price and stock; each can open its form. */
export function VariantRows({ group, opened, refusedOf }: RowsProps) {
  return (
    <ul className="divide-y divide-line rounded-xl border border-line">
      {group.variants.map((variant) => (
        <VariantRow
          key={variant.id}
          group={group}
          variant={variant}
          isOpened={variant.id === opened}
          refused={refusedOf("change", ["product_id", variant.id])}
        />
      ))}
    </ul>
  );
}

type RowProps = { group: Group; variant: Group["variants"][number]; isOpened: boolean; refused: RefusedForm | null };

function VariantRow({ group, variant, isOpened, refused }: RowProps) {
  const { id, slug, sku, option_values, price_kobo, stock_quantity } = variant;
  const { search, state } = useLocation() as { search: string; state: unknown };
  const title = valuesInOrder(group.option_names, option_values).join(", ");
  return (
    <li className="flex flex-wrap items-center gap-x-3 px-3 py-1.5 sm:px-4">
      <p className="min-w-0 flex-1 basis-40">
        <Link
          to={`${PRODUCTS.path}/${id}${search}`}
          state={state}
          replace
          className="inline-flex min-h-11 items-center font-semibold break-words text-forest underline-offset-3 hover:underline"
        >
          {title}
        </Link>{" "}
        {isOpened ? <Badge tone="neutral">This product</Badge> : null}
      </p>
      <p className="text-sm text-muted tabular-nums max-sm:basis-full">
        {[sku ?? "", formatNaira(price_kobo), `${formatCount(stock_quantity)} in stock`].filter(Boolean).join(" · ")}
      </p>
      <details className="min-w-0 open:order-last open:basis-full" open={refused !== null}>
        <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold">
          Change options<span className="sr-only"> of {title}</span>
        </summary>
        <div className="py-2">
          <VariantForm
            group={group}
            label={`Options of ${title}`}
            intent="change"
            fields={{ product_id: id }}
            submit="Save options"
            busy="Saving..."
          >
            <div className="grid gap-4 sm:grid-cols-3">
              <ValueFields
                form={`change-${id}`}
                options={group.option_names}
                values={option_values}
                refused={refused}
              />
            </div>
          </VariantForm>
        </div>
      </details>
      <a href={productHref(slug)} className={buttonClass("ghost", "sm")}>
        See it<span className="sr-only"> in the shop: {title}</span>
      </a>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="remove" />
        <GroupFormFields group={group} fields={{ product_id: id }} />
        <Button type="submit" variant="ghost" size="sm" className="text-clay-deep!">
          Remove<span className="sr-only"> from the group: {title}</span>
        </Button>
      </Form>
    </li>
  );
}
