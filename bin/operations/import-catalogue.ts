/**
 * `npm run import -- FILE`: imports a catalogue (decisions/0016-publication), with or without a running server: works, one
 * per line of NDJSON, or rows of CSV as in the studio. Exits with 1 if a line was refused or a film could not be read; the
 * others are imported.
 */
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { importCatalogue, importWorks, readLines } from '#server/domains/contents/index.ts'
import { registerAsset } from '#server/domains/media/index.ts'
import { commandLineActor } from '#server/domains/studio/index.ts'
import { previewLine } from '#server/shared/decode-text.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { createReadStream } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { operatorName, runTask, resolveCliPath } from './command-line.ts'
import { type CommandContext, withMigratedDatabase } from './with-database.ts'

/** Maximum refused lines printed. */
const maxPrintedReasons = 50

/** A CSV file is held in memory. */
const maxCsvRows = 200_000

const [fileArgument, ...others] = process.argv.slice(2).filter((each) => each !== '--dry-run')
const isDryRun = process.argv.includes('--dry-run')
if (!fileArgument || others.length > 0 || fileArgument.startsWith('-')) {
  console.error(`Usage: npm run import -- FILE [--dry-run]
  FILE       works: rows of .csv, .tsv or .txt in the columns of the studio, or one JSON object per line (NDJSON);
             in UTF-8, UTF-16 or CP949
  --dry-run  prints the encoding and what would be imported, and changes nothing
New works are hidden until staff publish them, unless the file says otherwise.`)
  process.exit(2)
}

await runTask(() => run(resolveCliPath(fileArgument)))

async function run(file: string): Promise<number> {
  const fileStats = await stat(file).catch(() => undefined)
  if (!fileStats?.isFile()) throw new StartupError(`There is no file ${file}.`)
  const isCsv = ['.csv', '.tsv', '.txt'].includes(extname(file).toLowerCase())
  return withMigratedDatabase({ name: 'import' }, (context) =>
    isCsv ? importCsv(file, context) : importLines(file, fileStats.size, context),
  )
}

async function importLines(
  file: string,
  size: number,
  { config, database: { transact } }: CommandContext,
): Promise<number> {
  const { files } = storageFolders(config)
  const bar = progressBar(size)
  const lines = readLines(bar.count(createReadStream(file)), (encoding, sample) =>
    printEncoding(encoding, previewLine(sample)),
  )
  const { unread, ...result } = await importCatalogue(lines, {
    transact,
    isDryRun,
    now: new Date(),
    onProgress: ({ read, added, changed, refused }) =>
      bar.show(`${read} lines, ${added} added, ${changed} changed, ${refused} refused`),
    onFile: async (episode_id, path) => {
      const film = resolve(dirname(file), path)
      if (isDryRun) return access(film)
      await registerAsset({ transact, files, now: new Date() }, { file: film, episode_id })
    },
  })
  bar.end()
  printProblems([...result.refused, ...unread])
  printCounts({ ...result, refused: result.refused.length })
  if (unread.length > 0) console.log(`${unread.length} films of these works could not be read`)
  return result.refused.length + unread.length > 0 ? 1 : 0
}

async function importCsv(file: string, { database }: CommandContext): Promise<number> {
  const actor = commandLineActor(operatorName(), new Date())
  const options = { isDryRun, maxRows: maxCsvRows }
  const report = await importWorks(database.transact, actor, await readFile(file), options).catch(
    (error: unknown) => {
      if (!(error instanceof ProblemError) || error.code !== 'file_unreadable') throw error
      throw new StartupError(`${file} holds no text in UTF-8, UTF-16 or CP949.`)
    },
  )
  printEncoding(report.encoding, report.preview)
  printProblems(
    report.lines.flatMap(({ line, faults }) =>
      faults.map(({ column, detail }) => {
        return { line, reason: column ? `${column}: ${detail}` : detail }
      }),
    ),
  )
  printCounts(report)
  return report.refused > 0 ? 1 : 0
}

/** Shows the detected encoding with a line, which a wrong one makes unreadable. */
function printEncoding(encoding: string, preview: string) {
  console.log(`Read as ${encoding.toUpperCase()}: ${preview}`)
}

function printProblems(problems: readonly { line: number; reason: string }[]) {
  for (const { line, reason } of problems.slice(0, maxPrintedReasons))
    console.error(`line ${line}: ${reason}`)
  const hiddenCount = problems.length - maxPrintedReasons
  if (hiddenCount > 0) console.error(`… and ${hiddenCount} more`)
}

type Counts = Record<'read' | 'added' | 'changed' | 'unchanged' | 'refused', number>

function printCounts({ read, added, changed, unchanged, refused }: Counts) {
  console.log(
    `${read} read: ${added} added, ${changed} changed, ${unchanged} unchanged, ${refused} refused`,
  )
  if (isDryRun) console.log('Dry run: nothing was changed.')
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
