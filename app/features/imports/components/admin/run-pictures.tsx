import { useEffect } from "react";
import { Form, useRevalidator } from "react-router";
import { formatCount } from "#app/lib/money.ts";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { PictureCounts } from "../../rules.ts";

const POLL_MS = 2_000;

type RunPicturesProps = { counts: PictureCounts; isApplied: boolean; path: string };

/** Picture counts of an import, with a retry button for failed ones. */
export function RunPictures({ counts, isApplied, path }: RunPicturesProps) {
  const { waiting, stored, failed } = counts;
  const { revalidate } = useRevalidator();
  const isFetching = isApplied && waiting > 0;

  useEffect(() => {
    if (!isFetching) return;
    const timer = setInterval(() => void revalidate(), POLL_MS);
    return () => clearInterval(timer);
  }, [isFetching, revalidate]);

  const count = (value: number) => `${formatCount(value)} ${value === 1 ? "picture" : "pictures"}`;
  if (waiting + stored + failed === 0) return null;
  return (
    <div className="card flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <p role="status">
        {isApplied
          ? `${count(stored)} fetched${waiting > 0 ? `, ${formatCount(waiting)} on the way` : ""}`
          : `${count(waiting)} will be fetched when this is applied.`}
      </p>
      {failed > 0 ? (
        <Link
          to={`${path}?state=pictures`}
          preventScrollReset
          className="inline-flex min-h-11 items-center font-semibold text-clay-deep underline underline-offset-3"
        >
          {count(failed)} could not be fetched
        </Link>
      ) : null}
      {failed > 0 && isApplied && waiting === 0 ? (
        <Form method="post" preventScrollReset>
          <Button type="submit" name="intent" value="pictures" variant="outline" size="sm">
            Try these again
          </Button>
        </Form>
      ) : null}
    </div>
  );
}
