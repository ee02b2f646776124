import { DECOY_FIELD, SUBMISSION_FIELD } from "#app/lib/submissions.ts";

/**
 * The hidden fields of a public form (`checkSubmission` reads them). `id` comes from the loader; after a refusal pass
 * the id of the refused values, because it is the same submission.
 */
export function SubmissionFields({ id }: { id: string }) {
  return (
    <>
      <input type="hidden" name={SUBMISSION_FIELD} value={id} />
      <div aria-hidden className="sr-only">
        <label>
          Leave this field empty
          <input name={DECOY_FIELD} defaultValue="" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}
