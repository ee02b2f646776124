import { satisfies } from "semver";

type Locked = {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
/** The used part of package-lock.json: every package by its path. */
export type LockFile = { packages: Record<string, Locked> };

const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const PROCESSORS = ["arm64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/** Lock entries, by path, for optional builds of packages that the lock file lacks. */
export function missingBuilds({ packages }: LockFile): Record<string, Locked> {
  const missing: Record<string, Locked> = {};
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (path === "" || placeOf(packages, path, name) !== null) continue;
      missing[`node_modules/${name}`] = buildEntry(name, version, entry);
    }
  }
  return missing;
}

/**
 * A message for each peer that a package needs and does not find in the version it asks for: with `legacy-peer-deps`
 * npm neither installs nor compares peers. The version of an overridden package was chosen on purpose.
 */
export function unmetPeers({ packages }: LockFile, overridden: readonly string[] = []): string[] {
  return Object.entries(packages).flatMap(([path, { peerDependencies = {}, peerDependenciesMeta = {} }]) =>
    Object.entries(peerDependencies).flatMap(([name, range]) => {
      const place = placeOf(packages, path, name);
      const found = place === null ? undefined : packages[place];
      if (overridden.includes(name) || (!found && peerDependenciesMeta[name]?.optional)) return [];
      if (found?.version && satisfies(found.version, range, { includePrerelease: true })) return [];
      return [`${path} needs ${name} ${range}, and there is ${found?.version ?? "none"}`];
    }),
  );
}

/** In npm's order of keys, with the licence of the main package. */
function buildEntry(name: string, version: string, parent: Locked): Locked {
  const { cpu, libc, os } = platformOf(name);
  return {
    version,
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(parent.dev ? { dev: true } : {}),
    ...(libc.length > 0 ? { libc } : {}),
    ...(parent.license ? { license: parent.license } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  };
}

/** The path of the `name` that a package at `path` loads: Node looks beside every package around it, innermost first. */
function placeOf(packages: Record<string, Locked>, path: string, name: string): string | null {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    const place = `${folder}${folder ? "/" : ""}node_modules/${name}`;
    if (place in packages) return place;
    if (folder === "") return null;
  }
}

/**
 * `@oxlint/binding-linux-arm64-musl` contains its platform, so that npm skips it elsewhere without asking the registry.
 */
function platformOf(name: string): { os: string[]; cpu: string[]; libc: string[] } {
  const words = name.replace(/^@[^/]+\//, "").split("-");
  const libc = words.some((word) => word.startsWith("musl")) ? ["musl"] : words.includes("gnu") ? ["glibc"] : [];
  return {
    os: SYSTEMS.filter((system) => words.includes(system)),
    cpu: PROCESSORS.filter((processor) => words.includes(processor)),
    libc,
  };
}
