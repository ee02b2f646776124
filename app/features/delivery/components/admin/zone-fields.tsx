import { AreaField, TextField } from "#app/ui/admin/record-fields.tsx";

/** Fields of a zone, for create and edit. */
export function ZoneFields() {
  return (
    <>
      <TextField name="name" label="Name" required maxLength={80} autoComplete="off" hint="Lagos city, South East." />
      <AreaField
        name="places"
        label="Places"
        required
        rows={10}
        hint="One a line: a state (Lagos), or an area with its state (Ikeja, Lagos). An area comes before its state."
      />
    </>
  );
}
