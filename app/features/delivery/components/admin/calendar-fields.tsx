import { AreaField, CheckField } from "#app/ui/admin/record-fields.tsx";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Fields of the calendar: the days of the week on which goods move, and dates on which they do not. */
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
    </>
  );
}
