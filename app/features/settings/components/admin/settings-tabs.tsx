import { useContext, useEffect, useId, useState, type FormEvent, type ReactNode } from "react";
import { AreaField, CheckField, RecordContext, SelectField, TextField } from "#app/ui/admin/record-fields.tsx";
import { TabList } from "#app/ui/tabs.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { DEFAULT_SETTINGS, SETTINGS_CATEGORIES, STORE_CURRENCIES, type SettingsCategory } from "../../rules.ts";
import { settingsTab } from "../../rules/form.ts";

const LABELS: Record<SettingsCategory, string> = {
  general: "General",
  payment: "Payment",
  shipping: "Shipping",
  email: "Email",
};

/** Four tabs of one settings form; without JavaScript all are shown below each other. */
export function SettingsTabs() {
  const id = useId();
  const isLive = useHydrated();
  const { errors, conflicts } = useContext(RecordContext);
  const [active, setActive] = useState<SettingsCategory>("general");
  const [wrong] = [...Object.keys(errors), ...Object.keys(conflicts)];

  // Opens the tab of the first invalid field.
  useEffect(() => {
    const tab = wrong ? settingsTab(DEFAULT_SETTINGS, wrong) : undefined;
    if (tab) setActive(tab);
  }, [wrong]);

  const panel = (tab: SettingsCategory, content: ReactNode) => (
    <div
      key={tab}
      id={`${id}-panel-${tab}`}
      role={isLive ? "tabpanel" : "group"}
      aria-labelledby={isLive ? `${id}-tab-${tab}` : undefined}
      aria-label={isLive ? undefined : LABELS[tab]}
      hidden={isLive && tab !== active}
      className="grid gap-4"
    >
      {isLive ? null : <h2 className="font-display text-lg font-bold">{LABELS[tab]}</h2>}
      {content}
    </div>
  );

  return (
    <>
      {isLive ? (
        <TabList
          id={id}
          label="Settings"
          items={SETTINGS_CATEGORIES.map((value) => ({ value, label: LABELS[value] }))}
          active={active}
          onSelect={setActive}
        />
      ) : null}
      {panel("general", <General />)}
      {panel("payment", <Payment />)}
      {panel("shipping", <Shipping />)}
      {panel("email", <Email />)}
    </>
  );
}

function General() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="storeName" label="Store name" />
      <TextField name="storeEmail" label="Store email" inputMode="email" />
      <TextField name="storePhone" label="Store phone" inputMode="tel" />
      <TextField name="whatsappNumber" label="WhatsApp number" inputMode="tel" hint="Empty for none." />
      <TextField
        name="businessHours"
        label="Business hours"
        hint="For contact, FAQ, footer and mails: Monday to Friday, 9am to 5pm."
      />
      <TextField name="satisfaction" label="Satisfied customers" hint="On the home page: 98%. Empty for no claim." />
      <SelectField
        name="storeCurrency"
        label="Store currency"
        options={STORE_CURRENCIES.map((value) => ({ value, label: value }))}
        hint="The shop sells in naira, whatever is chosen here: prices, payments and mails stay in ₦."
      />
    </div>
  );
}

function Payment() {
  return (
    <>
      <CheckField name="enablePaypal" label="Enable PayPal" />
      <CheckField name="enableStripe" label="Enable Stripe" />
      <CheckField name="enableBankTransfer" label="Enable bank transfer" />
      <p className="text-sm text-muted">
        The checkout takes payments through Paystack (cards, bank transfer, USSD). These switches are kept for shops
        that add other providers.
      </p>
      <CheckField
        name="testMode"
        label="Test mode"
        hint="A reminder for staff. Whether money really moves depends on the payment provider's keys."
      />
    </>
  );
}

function Shipping() {
  const { values, errors } = useContext(RecordContext);
  const [isFree, setFree] = useState(values["enableFreeShipping"] === "1");
  const onInput = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.name === "enableFreeShipping") setFree(target.checked);
  };
  return (
    <div className="grid gap-4" onInput={onInput}>
      <CheckField name="enableFreeShipping" label="Enable free shipping" />
      <div hidden={!isFree && !errors["freeShippingMin"]}>
        <TextField name="freeShippingMin" label="Free shipping minimum (₦)" inputMode="decimal" className="max-w-xs" />
      </div>
      <CheckField name="allowInternationalShipping" label="Allow international shipping" />
      <p className="text-sm text-muted">
        These three are stored, but change nothing in the shop: no price, delivery text or checkout depends on them.
      </p>
    </div>
  );
}

function Email() {
  return (
    <>
      <CheckField name="sendOrderConfirmation" label="Send order confirmation" />
      <CheckField name="sendShippingUpdates" label="Send shipping updates" />
      <CheckField
        name="sendStockNotifications"
        label="Send stock notifications"
        hint="Stored, but no such mail is sent. Products low on stock stand on the overview."
      />
      <AreaField name="emailSignature" label="Email signature" maxLength={500} />
    </>
  );
}
