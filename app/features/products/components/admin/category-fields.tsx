import { AreaField, SelectField, TextField, useRecordField } from "#app/ui/admin/record-fields.tsx";
import { PictureUpload } from "#app/ui/picture-upload.tsx";

type CategoryFieldsProps = { parents: readonly { value: string; label: string }[]; hasChildren?: boolean };

/** Fields of the category form, for create and edit. */
export function CategoryFields({ parents, hasChildren = false }: CategoryFieldsProps) {
  return (
    <>
      <TextField name="name" label="Name" required maxLength={80} autoComplete="off" />
      <SelectField
        name="parent_id"
        label="Parent category"
        options={[{ value: "", label: "None (top level)" }, ...parents]}
        hint={hasChildren ? "It has sub-categories of its own, so it stays at the top level." : undefined}
      />
      <AreaField
        name="description"
        label="Description"
        rows={3}
        maxLength={500}
        hint="Shown below its name and by search engines."
      />
      <TextField
        name="default_weight_grams"
        label="Usual weight in grams"
        inputMode="numeric"
        autoComplete="off"
        hint="Of one sold unit, for products without a weight of their own: delivery is priced by it."
      />
      <CategoryPicture />
    </>
  );
}

function CategoryPicture() {
  const { value, error, onBusy } = useRecordField("image_url");
  return (
    <PictureUpload
      name="image_url"
      label="Picture"
      preset="categories"
      address={value || null}
      hint="Without one the shop shows a drawing."
      {...(error ? { error } : {})}
      onBusy={onBusy}
    />
  );
}
