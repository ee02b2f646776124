type Locked = {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
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
      if (path === "" || isPresent(packages, path, name)) continue;
      missing[`node_modules/${name}`] = buildEntry(name, version, entry);
    }
  }
  return missing;
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

/** Node looks for `name` beside every package around `path`, innermost first. */
function isPresent(packages: Record<string, Locked>, path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    if (`${folder}${folder ? "/" : ""}node_modules/${name}` in packages) return true;
    if (folder === "") return false;
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
