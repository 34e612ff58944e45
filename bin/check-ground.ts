import type { Config } from '#server/config.ts'
import { holdFile } from '#server/kernel/hold-file.ts'
import { StartupFault } from '#server/kernel/startup-fault.ts'
import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Less than this and PostgreSQL would not come far, in bytes. */
const room = 1024 * 1024

/**
 * Finds what would go wrong later before anything is begun: the folder, another of us in it, the port.
 * @returns what lets go of the data folder, which is ours alone until then.
 * @throws StartupFault, or what the operating system throws, for `explainStartup`.
 */
export async function checkGround(
  config: Pick<Config, 'data_dir' | 'port' | 'host'>,
): Promise<() => void> {
  const { data_dir } = config
  mkdirSync(data_dir, { recursive: true })
  accessSync(data_dir, constants.R_OK | constants.W_OK | constants.X_OK)
  const trial = join(data_dir, '.trial')
  try {
    writeFileSync(trial, Buffer.alloc(room))
  } finally {
    rmSync(trial, { force: true })
  }
  const letGo = holdFile(join(data_dir, 'start.lock'))
  if (!letGo) {
    throw new StartupFault(
      `Another npm start works in ${data_dir}: stop it, or set DATA_DIR to another folder.`,
    )
  }
  try {
    await tryPort(config.port, config.host)
    return letGo
  } catch (error) {
    letGo()
    throw error
  }
}

function tryPort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
