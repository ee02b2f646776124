import { useState } from "react";
import { useFetcher } from "react-router";
import { Refusal, useAnswer, type Answer } from "#app/ui/admin/answer.tsx";
import { Button } from "#app/ui/button.tsx";
import { DialogActions } from "#app/ui/dialog.tsx";
import { Field, fieldProps, Input } from "#app/ui/input.tsx";
import type { StaffShipment } from "../../queries/shipments.server.ts";
import { TravelFields } from "./travel-fields.tsx";

type Props = { order: string; shipment: StaffShipment; onDone: () => void };

/** Changes how a shipment travels. */
export function EditShipment({ order, shipment, onDone }: Props) {
  const fetcher = useFetcher<Answer>();
  const [isUploading, setUploading] = useState(false);
  const [version] = useState(shipment.version);
  useAnswer(fetcher.data, "Error saving shipment", onDone);
  const errors = fetcher.data?.ok === false ? fetcher.data.errors : {};
  const isBusy = fetcher.state !== "idle" || isUploading;
  const field = `edit-${shipment.number}`;
  return (
    <fetcher.Form method="post" action={`/admin/orders/${order}`} className="grid gap-3">
      <Refusal answer={fetcher.data} />
      <input type="hidden" name="intent" value="shipment-edit" />
      <input type="hidden" name="shipment" value={shipment.id} />
      <input type="hidden" name="version" value={version} />
      <Field id={`${field}-waybill`} label="Waybill number" error={errors["waybill"]}>
        <Input
          {...fieldProps(`${field}-waybill`, { error: errors["waybill"] })}
          name="waybill"
          defaultValue={shipment.waybill}
          autoComplete="off"
        />
      </Field>
      <TravelFields id={field} values={shipment} errors={errors} onBusy={setUploading} />
      <DialogActions>
        <Button variant="outline" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={isBusy}>
          {isUploading ? "Uploading..." : isBusy ? "Saving..." : "Save shipment"}
        </Button>
      </DialogActions>
    </fetcher.Form>
  );
}
