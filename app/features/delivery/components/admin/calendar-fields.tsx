import { AreaField, CheckField, TextField } from "#app/ui/admin/record-fields.tsx";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Fields of the calendar: the days on which goods move, dates on which they do not, and the weight of goods without one. */
export function CalendarFields() {
  return (
    <>
      <fieldset>
        <legend className="mb-1 font-semibold">Goods leave and arrive on</legend>
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
          {DAYS.map((day, at) => (
            <CheckField key={day} name={`day_${at + 1}`} label={day} />
          ))}
        </div>
      </fieldset>
      <AreaField name="closed_dates" label="Closed dates" hint="One a line, such as 2026-12-25." />
      <TextField
        name="fallback_grams"
        label="Weight in grams of goods without one"
        inputMode="numeric"
        autoComplete="off"
        hint="Of one sold unit, where neither the product nor its category has a weight."
      />
    </>
  );
}
