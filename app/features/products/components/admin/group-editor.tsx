import type { RefusedForm } from "#app/lib/forms.ts";
import { nairaText } from "#app/lib/money.ts";
import { Refusal } from "#app/ui/admin/answer.tsx";
import type { GroupRecord } from "../../queries/group-record.server.ts";
import { GroupFields } from "./group-fields.tsx";
import { GroupOptions } from "./group-options.tsx";
import { FormField, ValueFields, VariantForm } from "./variant-form.tsx";
import { VariantRows } from "./variant-rows.tsx";

type Product = GroupRecord["product"];
type Group = NonNullable<GroupRecord["group"]>;
type EditorProps = GroupRecord & { refused: RefusedForm | null };

const HEADING = "mb-3 font-display text-lg font-bold";

/** Editor of a product's group with its variants, or the form to create a group. */
export function GroupEditor({ product, group, refused }: EditorProps) {
  const refusedOf = (intent: string, field?: [name: string, value: string]) =>
    refused?.values["intent"] === intent && (!field || refused.values[field[0]] === field[1]) ? refused : null;
  return (
    <div className="grid gap-8">
      <Refusal answer={refused ?? undefined} />
      {group ? (
        <>
          <section aria-label="Variants">
            <VariantRows group={group} opened={product.id} refusedOf={refusedOf} />
          </section>
          <NewVariant product={product} group={group} refused={refusedOf("create")} />
          <section aria-label="Options">
            <h3 className={HEADING}>Options</h3>
            <GroupOptions group={group} refusedOf={refusedOf} />
          </section>
          <section aria-label="The group">
            <h3 className={HEADING}>The group</h3>
            <VariantForm group={group} label="The group" intent="update" submit="Save group" busy="Saving...">
              <GroupFields form="group" group={group} refused={refusedOf("update")} />
            </VariantForm>
          </section>
          <JoinGroup group={group} refused={refusedOf("join")} />
        </>
      ) : (
        <section aria-label="New group">
          <p className="mb-4 text-muted">
            The variants of a group share one card in the shop, and their pages lead to each other. This product becomes
            the first.
          </p>
          <VariantForm label="New group" intent="make" submit="Create a group" busy="Creating group...">
            <GroupFields
              form="make"
              isNew
              group={{ name: product.name, option_names: [], mixed_price_breaks: true }}
              refused={refusedOf("make")}
            />
          </VariantForm>
        </section>
      )}
    </div>
  );
}

function NewVariant({ product, group, refused }: { product: Product; group: Group; refused: RefusedForm | null }) {
  const field = { form: "create", refused };
  return (
    <section aria-label="Add a variant">
      <h3 className={HEADING}>Add a variant</h3>
      <VariantForm group={group} label="Add a variant" intent="create" submit="Add variant" busy="Adding...">
        <p className="text-muted">It is copied from this product, with options, price and stock of its own.</p>
        <div className="grid gap-4 sm:grid-cols-3">
          <ValueFields {...field} options={group.option_names} />
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          <FormField
            {...field}
            name="price"
            label="Price in naira"
            value={nairaText(product.price_kobo)}
            inputMode="decimal"
            required
          />
          <FormField {...field} name="stock_quantity" label="Stock" inputMode="numeric" required />
          <FormField {...field} name="sku" label="SKU" maxLength={80} />
        </div>
      </VariantForm>
    </section>
  );
}

function JoinGroup({ group, refused }: { group: Group; refused: RefusedForm | null }) {
  return (
    <section aria-label="A product of the shop">
      <h3 className={HEADING}>Put a product of the shop into this group</h3>
      <VariantForm
        group={group}
        label="A product of the shop"
        intent="join"
        submit="Put into the group"
        busy="Saving..."
      >
        <FormField
          form="join"
          name="product"
          label="Product"
          hint="Its SKU, address or name. It takes the name of the group."
          refused={refused}
          required
        />
        <div className="grid gap-4 sm:grid-cols-3">
          <ValueFields form="join" options={group.option_names} refused={refused} />
        </div>
      </VariantForm>
    </section>
  );
}
