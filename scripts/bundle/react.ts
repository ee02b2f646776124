// Plugin of the browser build for React's packages: modules without a CommonJS runtime, and without what the shop does
// not use of React.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { browserEdit, dropAssignments, dropCases, dropProperties, replaceBodies, replaceCalls } from "./cuts.ts";

/** The version whose source `CUTS` were reviewed for. */
const REVIEWED = "19.3.1";
const packages = join(dirname(createRequire(import.meta.url).resolve("react")), "..");

/** The CommonJS files that the browser loads, by their import names. */
const FILES = new Map([
  ["react", "react/cjs/react.production.js"],
  ["react/jsx-runtime", "react/cjs/react-jsx-runtime.production.js"],
  ["react-dom", "react-dom/cjs/react-dom.production.js"],
  ["react-dom/client", "react-dom/cjs/react-dom-client.production.js"],
  ["scheduler", "scheduler/cjs/scheduler.production.js"],
  ["use-sync-external-store/shim", "use-sync-external-store/cjs/use-sync-external-store-shim.production.js"],
  [
    "use-sync-external-store/shim/with-selector",
    "use-sync-external-store/cjs/use-sync-external-store-shim/with-selector.production.js",
  ],
]);
const IMPORTED = /^(react|react\/jsx-runtime|react-dom|react-dom\/client|scheduler|use-sync-external-store\/shim.*)$/;

/** Hooks of form actions, of the compiler and of caches, which nothing calls. All others stay: libraries use them. */
const UNUSED_HOOKS = ["useActionState", "useMemoCache", "useCacheRefresh"];

/**
 * What is cut from React's files. Whoever uses it gets a failing build (an import that does not exist) or an error at
 * once; nothing changes silently.
 */
const CUTS: Record<string, (code: string) => string> = {
  "react.production.js": (code) =>
    dropAssignments(
      code,
      /^exports\.(Activity|Profiler|ViewTransition|addTransitionType|__COMPILER_RUNTIME|unstable_useCacheRefresh|cache|cacheSignal|useActionState)$/,
    ),
  "react-dom.production.js": (code) =>
    dropAssignments(
      code,
      /^exports\.(preconnect|prefetchDNS|preinit|preinitModule|preload|preloadModule|requestFormReset|useFormState|useFormStatus|unstable_batchedUpdates)$/,
    ),
  "react-dom-client.production.js": cutClient,
};

function cutClient(source: string): string {
  // Element types: React throws 'Element type is invalid' for one that it does not know. Numbers are the tags of their
  // fibers: Profiler, SuspenseList, ViewTransition and Activity.
  let code = dropCases(source, [
    "REACT_PROFILER_TYPE",
    "REACT_SUSPENSE_LIST_TYPE",
    "REACT_LEGACY_HIDDEN_TYPE",
    "REACT_VIEW_TRANSITION_TYPE",
    "REACT_ACTIVITY_TYPE",
    "12",
    "19",
    "30",
    "31",
  ]);
  // Reached through fibers of ViewTransition only.
  code = replaceBodies(
    code,
    [
      "trackEnterViewTransitions",
      "commitEnterViewTransitions",
      "commitExitViewTransitions",
      "commitNestedViewTransitions",
      "commitDeletedPairViewTransitions",
      "measureNestedViewTransitions",
      "restoreEnterOrExitViewTransitions",
      "restoreNestedViewTransitions",
      "restorePairedViewTransitions",
      "applyViewTransitionName",
      "restoreViewTransitionName",
      "startViewTransition",
      "commitAfterMutationEffectsOnFiber",
      "recursivelyTraverseAfterMutationEffects",
    ],
    "",
  );
  // Refs of fragments: the constructor is called for such a ref only, and all other parts need its instance.
  code = replaceBodies(code, ["FragmentInstance"], 'throw Error("No refs of fragments in this build")');
  code = dropAssignments(code, /^FragmentInstance\.prototype\.\w+$/);
  code = replaceCalls(code, { isFragmentInstanceParent: "false" });
  code = replaceBodies(
    code,
    [
      "commitNewChildToFragmentInstances",
      "commitFragmentInstanceInsertionEffects",
      "commitFragmentInstanceDeletionEffects",
    ],
    "",
  );
  // Pictures that a commit waits for: below a ViewTransition only, whose mode is 32.
  code = replaceBodies(code, ["preloadInstanceAndSuspendIfNeeded"], "workInProgress.flags &= -16777217;");
  code = replaceBodies(code, ["accumulateSuspenseyCommitOnFiber"], "");
  code = replaceBodies(code, ["waitForCommitToBeReady"], "return null;");
  // Functions as actions of forms: such a form throws when it is submitted.
  code = replaceCalls(code, { extractEvents$1: "undefined" });
  // Stylesheets with a precedence, and scripts: the router's links have none, and scripts are in the document.
  code = replaceBodies(
    code,
    ["getResource"],
    'if (type === "script" || pendingProps.precedence) throw Error("No managed resources in this build"); return null;',
  );
  code = replaceBodies(
    code,
    ["acquireResource", "suspendResource", "preloadResource", "insertStylesheetIntoRoot"],
    'throw Error("No managed resources in this build")',
  );
  code = dropProperties(code, /^ReactDOMSharedInternals\.d$/, ["D", "C", "L", "m", "X", "S", "M"]);
  code = replaceBodies(code, ["setPropOnCustomElement"], 'throw Error("No custom elements in this build")');
  code = dropProperties(code, /Dispatcher/, [...UNUSED_HOOKS, "useFormState", "useHostTransitionStatus"]);
  code = dropAssignments(code, /^ReactDOMSharedInternals\.findDOMNode$/);
  // `componentStack` of errors, which nothing reads: React would call each component again to find its line.
  return replaceBodies(code, ["getStackByFiberInDevAndProd"], 'return ""');
}

/**
 * Makes ES modules of React's CommonJS files, so that no page loads a CommonJS runtime and users import names. Each file
 * stays a function of its own: that compresses better than names shared with all other modules.
 */
export function reactModules(): Plugin {
  return {
    name: "react-modules",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    resolveId: {
      filter: { id: IMPORTED },
      handler(source) {
        const file = FILES.get(source.replace(/(\/index)?\.js$/, ""));
        return file && join(packages, file);
      },
    },
    transform: {
      filter: { id: /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store)\/cjs\// },
      handler(code, id) {
        const file = id.slice(id.lastIndexOf("/") + 1);
        if (file === "react.production.js" && !code.includes(`exports.version = "${REVIEWED}"`))
          this.error(`Review what scripts/bundle/react.ts cuts from React: its version is not ${REVIEWED} now.`);
        return toModule(CUTS[file]?.(code) ?? code);
      },
    },
  };
}

/** An ES module with the exports of a CommonJS file. It has no default export: see `namespaces`. */
function toModule(code: string): string {
  const required = [...new Set([...code.matchAll(/require\("([^"]+)"\)/g)].map(([, name = ""]) => name))];
  const names = new Set([...code.matchAll(/^exports\.(\w+) =/gm)].map(([, name]) => name));
  const body = code.replaceAll(/require\("([^"]+)"\)/g, (_, name: string) => `required${required.indexOf(name)}`);
  return [
    ...required.map((name, index) => `import { all as required${index} } from "${name}";`),
    `const all = {};\n(function (exports) {\n${body}\n})(all);\nexport { all };`,
    ...[...names].map((name) => `export const ${name} = all.${name};`),
  ].join("\n");
}

/**
 * Replaces default imports of React in packages by namespaces, whose members the bundler checks: a use of a part that is
 * cut fails the build (`onLog` in vite.config.ts) instead of the page.
 */
export function namespaces(): Plugin {
  const IMPORT = /\bimport (\w+)(, ?(\{[^}]*\}))? from ?(["'])(react|react-dom)\4/g;
  const modules = { code: /\bimport \w+(, ?\{[^}]*\})? from ?["']react(-dom)?["']/ };
  return browserEdit("react-namespaces", modules, (code) =>
    code.replaceAll(IMPORT, (_, name: string, __, named: string | undefined, quote: string, from: string) =>
      [`import * as ${name} from ${quote}${from}${quote}`, ...(named ? [`import ${named} from "${from}"`] : [])].join(
        ";",
      ),
    ),
  );
}
