import { maxCategories } from '#contract/core/constants.ts'
import {
  type ImportColumn,
  importColumns,
  maxImportRows,
} from '#contract/contents/staff/catalogue-import.ts'
import { decodeText } from '#server/shared/decode-text.ts'
import type { TextEncoding } from '#contract/core/fields.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { stripFormulaGuard } from '#server/domains/studio/index.ts'
import { csvCopy } from './catalogue.copy.ts'
import { AgeCode, Orientation } from '#contract/contents/contents.ts'
import { CategoryInput, importIssueText, importText } from '../../import/parse-import-row.ts'
import { importCopy } from '../../import/import.copy.ts'
import * as z from 'zod/mini'

/** A row of the file: its spreadsheet row number, and the columns with a value. */
type CsvRow = { line: number; cells: Partial<Record<ImportColumn, string>> }

type CsvFileError = { line: number; column: string; detail: string }

type CsvFile = { encoding: TextEncoding } & ({ lines: CsvRow[] } | { fault: CsvFileError })

/**
 * Reads the rows of an import file in any encoding of `decodeText`.
 * @returns the rows, or the error of the file as a whole.
 * @throws ProblemError `file_unreadable` if the file is not text
 */
export function readCsv(file: Buffer): CsvFile {
  const decoded = decodeText(file)
  if (!decoded || decoded.text.trim() === '' || decoded.text.includes('\0'))
    throwProblem('file_unreadable')
  return { encoding: decoded.encoding, ...readRows(decoded.text) }
}

function readRows(text: string): { lines: CsvRow[] } | { fault: CsvFileError } {
  let records: string[][]
  try {
    records = parse(text, {
      relax_column_count: true,
      trim: true,
      max_record_size: 100_000,
      // The header and one row too many: each row of another length takes the parser 0.04 ms.
      to: maxImportRows + 2,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as { lines?: number }
    return { fault: { line: lines ?? 1, column: '', detail: csvCopy.broken_quotes } }
  }
  const [header = [], ...rows] = records
  const fault = headerError(header)
  if (fault) return { fault: { line: 1, ...fault } }
  if (rows.length > maxImportRows)
    return {
      fault: {
        line: maxImportRows + 2,
        column: '',
        detail: csvCopy.too_many_lines(maxImportRows),
      },
    }
  const lines = rows.map((row, index): CsvRow => {
    const cells = header.flatMap((column, columnIndex) => {
      const cell = row[columnIndex] ?? ''
      return cell === '' ? [] : [[column, stripFormulaGuard(cell)]]
    })
    return { line: index + 2, cells: Object.fromEntries(cells) as CsvRow['cells'] }
  })
  return { lines: lines.filter(({ cells }) => Object.keys(cells).length > 0) }
}

function headerError(
  header: readonly string[],
): Pick<CsvFileError, 'column' | 'detail'> | undefined {
  const knownColumns: readonly string[] = importColumns
  const unknown = header.find((column) => !knownColumns.includes(column))
  if (!header.includes('work')) return { column: 'work', detail: csvCopy.no_work_column }
  if (unknown !== undefined) return { column: unknown, detail: csvCopy.unknown_column }
  const duplicate = header.find((column, index) => header.indexOf(column) !== index)
  return duplicate === undefined ? undefined : { column: duplicate, detail: csvCopy.column_twice }
}

export type CsvCellError = { column: ImportColumn | ''; detail: string }

const whole = (min: number, max: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^-?[\d,]+$/, { error: csvCopy.whole_number })),
      z.transform((cell: string) => Number(cell.replaceAll(',', ''))),
    ),
    z.int().check(z.gte(min), z.lte(max)),
  )

/** A choice given by its code or its Korean label. */
const choice = <K extends string>(words: Record<K, string>) =>
  z.pipe(
    z.string().check(
      z.refine(
        (cell: string) => Object.hasOwn(words, cell) || Object.values(words).includes(cell),
        {
          error: importCopy.notInList(Object.values(words)),
        },
      ),
    ),
    z.transform((cell: string) => {
      const codes = Object.keys(words) as K[]
      return codes.find((code) => code === cell || words[code] === cell) ?? (codes[0] as K)
    }),
  )

const booleanWords = new Map(
  Object.entries({
    [csvCopy.yes]: true,
    [csvCopy.no]: false,
    true: true,
    false: false,
    y: true,
    n: false,
    '1': true,
    '0': false,
  }),
)
const yesOrNo = z.pipe(
  z.string().check(
    z.refine((cell: string) => booleanWords.has(cell.toLowerCase()), {
      error: csvCopy.yes_or_no,
    }),
  ),
  z.transform((cell: string) => booleanWords.get(cell.toLowerCase()) === true),
)

const categories = z.pipe(
  z.pipe(
    z.string(),
    z.transform((cell: string) =>
      cell
        .split(/[,;/·]/)
        .map((category) => category.trim())
        .filter(Boolean)
        .map((category) => (/^\d+$/.test(category) ? Number(category) : category)),
    ),
  ),
  z.array(CategoryInput).check(z.maxLength(maxCategories)),
)

/** The columns of a row. An empty cell leaves the field unchanged. */
const CsvRowSchema = z.object({
  work: importText(1, 150),
  kind: z.optional(choice(csvCopy.kinds)),
  title: z.optional(importText(1, 200)),
  title_original: z.optional(importText(1, 300)),
  year: z.optional(whole(1870, 2200)),
  age_rating: z.optional(AgeCode),
  categories: z.optional(categories),
  synopsis: z.optional(importText(1, 5_000)),
  season: z.optional(whole(1, 10_000)),
  season_title: z.optional(importText(1, 200)),
  episode: z.optional(whole(1, 100_000)),
  episode_title: z.optional(importText(1, 200)),
  episode_synopsis: z.optional(importText(1, 5_000)),
  price: z.optional(whole(0, 10_000_000)),
  rental_price: z.optional(whole(0, 10_000_000)),
  is_free: z.optional(yesOrNo),
  in_subscription: z.optional(yesOrNo),
  orientation: z.optional(z.pipe(choice(csvCopy.orientations), Orientation)),
  is_dubbed: z.optional(yesOrNo),
})
export type CsvImportRow = z.infer<typeof CsvRowSchema>

/** Parses the cells of a row, or returns the errors of its columns. */
export function parseCsvRow(
  cells: Partial<Record<ImportColumn, string>>,
): { input: CsvImportRow } | { faults: CsvCellError[] } {
  const parsed = CsvRowSchema.safeParse(cells, { error: (issue) => importIssueText(issue) })
  if (parsed.success) return { input: parsed.data }
  const faults = new Map<string, CsvCellError>()
  for (const { path, message } of parsed.error.issues) {
    const column = String(path[0] ?? '') as ImportColumn
    if (!faults.has(column)) faults.set(column, { column, detail: message })
  }
  return { faults: [...faults.values()] }
}
