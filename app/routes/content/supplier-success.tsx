import { CircleCheck } from "lucide-react";
import { SUPPLIER_REVIEW } from "#app/features/site/content.ts";
import { noIndexMeta } from "#app/shell/storefront/root-data.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";

export const meta = noIndexMeta("Registration received");

export default function SupplierSuccess() {
  return (
    <div className="page-width py-10 text-center sm:py-16">
      <div className="card mx-auto max-w-xl p-6 sm:p-9">
        <CircleCheck aria-hidden className="mx-auto size-14 text-forest" />
        <h1 className="mt-4 font-display text-3xl font-bold">Registration received</h1>
        <p className="mt-3 text-muted">
          Thank you for registering. Our team reviews your application within {SUPPLIER_REVIEW.success} and will write
          to the email address you gave, whatever the answer is. Until then, you do not need to do anything.
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <Link to="/" className={buttonClass("primary")}>
            Back to Home
          </Link>
          <Link to="/suppliers" className={buttonClass("outline")}>
            Our suppliers
          </Link>
        </div>
      </div>
    </div>
  );
}
