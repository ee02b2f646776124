import { useContext, useEffect, useRef, useState, type FormEvent } from "react";
import { useNavigation, useSubmit } from "react-router";
import type { FormValues } from "#app/lib/forms.ts";
import type { EditResult } from "#app/lib/merge.ts";
import { toast } from "../toast.ts";
import { changedValues, readDraft, typedValues, writeDraft, type Draft } from "./record-draft.ts";
import { CloseContext } from "./route-dialog.tsx";
import type { Unsent } from "./send-record.ts";

/** The record of a form: `id` is its key in this browser ("supplier.<id>"), `values` are all its fields as text. */
export type FormRecord = { id: string; version: number; values: FormValues };

type Base = { version: number; was: FormValues; shown: FormValues; remount: number };

const DRAFT_MS = 400;

/** State of a record's form; see `RecordForm`. */
export function useRecordForm(record: FormRecord, answer: EditResult | Unsent | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const close = useContext(CloseContext);
  const submit = useSubmit();
  const navigation = useNavigation();
  const [base, setBase] = useState<Base>(() => ({
    version: record.version,
    was: record.values,
    shown: { ...record.values, ...(answer && !answer.ok ? answer.values : {}) },
    remount: 0,
  }));
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isDirty, setDirty] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const seen = useRef(answer);

  const formValues = () => (form.current ? typedValues(form.current, Object.keys(record.values)) : {});

  /** Shows other values, or compares with others: unsaved values of other fields stay. */
  function rebase(change: { version?: number; was?: FormValues; shown?: FormValues }) {
    setBase((now) => ({
      version: change.version ?? now.version,
      was: { ...now.was, ...change.was },
      shown: { ...now.shown, ...formValues(), ...change.shown },
      remount: change.shown ? now.remount + 1 : now.remount,
    }));
  }

  function note() {
    const mine = changedValues(base.was, formValues());
    const isChanged = Object.keys(mine).length > 0;
    setDirty(isChanged);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const was = Object.fromEntries(Object.keys(mine).map((name) => [name, base.was[name] ?? ""]));
      writeDraft(record.id, isChanged ? { version: base.version, was, mine, at: Date.now() } : null);
    }, DRAFT_MS);
  }

  function discardDraft() {
    clearTimeout(timer.current);
    writeDraft(record.id, null);
    setDraft(null);
  }

  useEffect(() => {
    const found = readDraft(record.id);
    if (found && Object.keys(changedValues(formValues(), found.mine)).length > 0) setDraft(found);
    return () => clearTimeout(timer.current);
    // Once per record: later values are the form's own.
  }, [record.id]); // oxlint-disable-line react-hooks/exhaustive-deps

  // A newer version from elsewhere, such as a restored value: unchanged fields are updated.
  useEffect(() => {
    if (record.version <= base.version || (answer?.ok && answer !== seen.current)) return;
    const touched = changedValues(base.was, formValues());
    const fresh = Object.fromEntries(Object.entries(record.values).filter(([name]) => !(name in touched)));
    rebase({ version: record.version, was: fresh, shown: fresh });
  }, [record.version]); // oxlint-disable-line react-hooks/exhaustive-deps

  // A conflict compares the typed values with the stored ones; a save makes the stored ones the base.
  useEffect(() => {
    if (!answer || answer === seen.current) return;
    seen.current = answer;
    if (!answer.ok) {
      const theirs = Object.entries(answer.conflicts ?? {}).map(([name, conflict]) => [name, conflict.theirs]);
      if (theirs.length > 0) rebase({ version: answer.version, was: Object.fromEntries(theirs) });
      return;
    }
    discardDraft();
    setDirty(false);
    toast.success(answer.message, answer.text);
    setBase((now) => ({
      version: answer.version,
      was: record.values,
      shown: record.values,
      remount: now.remount + 1,
    }));
    close?.();
  }, [answer]); // oxlint-disable-line react-hooks/exhaustive-deps

  /** Sends only changed fields, with their old values and the version. */
  function send() {
    if (!form.current) return;
    const data = new FormData(form.current);
    const mine = changedValues(base.was, formValues());
    for (const name of Object.keys(record.values)) {
      if (name in mine) continue;
      data.delete(name);
      data.delete(`was.${name}`);
    }
    void submit(data, { method: "post", replace: true, preventScrollReset: true });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (navigation.state === "idle") send();
  }

  return {
    form,
    base,
    draft,
    isDirty,
    isBusy: navigation.state !== "idle" && navigation.formMethod === "POST",
    note,
    send,
    onSubmit,
    rebase,
    takeDraft: () => {
      if (!draft) return;
      setDraft(null);
      setDirty(true);
      rebase({ version: draft.version, was: draft.was, shown: draft.mine });
    },
    dropDraft: discardDraft,
  };
}
