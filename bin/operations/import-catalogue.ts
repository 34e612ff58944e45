/**
 * `npm run import -- CATALOGUE.ndjson`: brings a catalogue in (D-82), beside a running server or without one.
 * Ends with 1 when a line was refused; the rest is in all the same.
 */
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { importCatalogue, readLines } from '#server/domains/contents/index.ts'
import { registerAsset } from '#server/domains/media/index.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { runTask, resolveCliPath } from './command-line.ts'
import { withMigratedDatabase } from './with-database.ts'

/** Refused lines that are printed; of a file that is wrong throughout, the first say enough. */
const shownReasons = 50

const [given, ...others] = process.argv.slice(2)
if (!given || others.length > 0 || given.startsWith('-')) {
  console.error('Usage: npm run import -- CATALOGUE.ndjson')
  process.exit(2)
}

await runTask(() => run(given))

async function run(name: string): Promise<number> {
  const file = resolveCliPath(name)
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new StartupError(`There is no file ${file}.`)
  return withMigratedDatabase({ name: 'import' }, async ({ config, database: { transact } }) => {
    const { files } = storageFolders(config)
    const bar = progressBar(found.size)
    const result = await importCatalogue(readLines(bar.count(createReadStream(file))), {
      transact,
      now: new Date(),
      onProgress: ({ lines, added, changed, refused }) =>
        bar.show(`${lines} lines, ${added} added, ${changed} changed, ${refused} refused`),
      onFile: async (episode_id, path) => {
        const at = resolve(dirname(file), path)
        await registerAsset({ transact, files, now: new Date() }, { file: at, episode_id })
      },
    })
    bar.end()
    for (const { line, reason } of result.refused.slice(0, shownReasons))
      console.error(`line ${line}: ${reason}`)
    const unsaid = result.refused.length - shownReasons
    if (unsaid > 0) console.error(`… and ${unsaid} more`)
    const { added, changed, unchanged, refused } = result
    console.log(
      `${added} added, ${changed} changed, ${unchanged} unchanged, ${refused.length} refused`,
    )
    return refused.length > 0 ? 1 : 0
  })
}

/** A bar that is drawn over itself on a terminal, and a line every few seconds elsewhere. */
function progressBar(size: number) {
  const terminal = process.stderr.isTTY
  const width = 30
  let read = 0
  let told = performance.now()
  return {
    async *count(bytes: AsyncIterable<Uint8Array>) {
      for await (const chunk of bytes) {
        read += chunk.length
        yield chunk
      }
    },
    show(text: string) {
      const share = size === 0 ? 1 : Math.min(read / size, 1)
      const percent = `${Math.floor(share * 100)}%`.padStart(4)
      if (terminal) {
        const done = Math.round(share * width)
        process.stderr.write(
          `\r\x1b[K${'█'.repeat(done)}${'░'.repeat(width - done)}${percent}  ${text}`,
        )
      } else if (performance.now() - told > 3_000) {
        told = performance.now()
        process.stderr.write(`${percent.trim()}  ${text}\n`)
      }
    },
    end() {
      if (terminal) process.stderr.write('\r\x1b[K')
    },
  }
}
