/**
 * `npm run import -- CATALOGUE.ndjson`: imports a catalogue (decisions/0016-publication), with or without a running
 * server. Exits with 1 if a line was rejected or a film could not be read; the others are imported.
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

/** Maximum rejected lines printed. */
const maxPrintedReasons = 50

const [fileArgument, ...others] = process.argv.slice(2)
if (!fileArgument || others.length > 0 || fileArgument.startsWith('-')) {
  console.error('Usage: npm run import -- CATALOGUE.ndjson')
  process.exit(2)
}

await runTask(() => run(fileArgument))

async function run(name: string): Promise<number> {
  const file = resolveCliPath(name)
  const fileStats = await stat(file).catch(() => undefined)
  if (!fileStats?.isFile()) throw new StartupError(`There is no file ${file}.`)
  return withMigratedDatabase({ name: 'import' }, async ({ config, database: { transact } }) => {
    const { files } = storageFolders(config)
    const bar = progressBar(fileStats.size)
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
    const { added, changed, unchanged, refused, unread } = result
    const problems = [...refused, ...unread]
    for (const { line, reason } of problems.slice(0, maxPrintedReasons))
      console.error(`line ${line}: ${reason}`)
    const hiddenCount = problems.length - maxPrintedReasons
    if (hiddenCount > 0) console.error(`… and ${hiddenCount} more`)
    console.log(
      `${added} added, ${changed} changed, ${unchanged} unchanged, ${refused.length} refused`,
    )
    if (unread.length > 0) console.log(`${unread.length} films of these works could not be read`)
    return problems.length > 0 ? 1 : 0
  })
}

/** A progress bar on a terminal, otherwise a line every few seconds. */
function progressBar(size: number) {
  const terminal = process.stderr.isTTY
  const width = 30
  let read = 0
  let lastPrintedAt = performance.now()
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
      } else if (performance.now() - lastPrintedAt > 3_000) {
        lastPrintedAt = performance.now()
        process.stderr.write(`${percent.trim()}  ${text}\n`)
      }
    },
    end() {
      if (terminal) process.stderr.write('\r\x1b[K')
    },
  }
}
