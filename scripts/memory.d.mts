export function memorySettings(bytes?: number, env?: NodeJS.ProcessEnv): { flags: string[]; env: NodeJS.ProcessEnv };
