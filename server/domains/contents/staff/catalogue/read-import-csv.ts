import { maxCategories } from '#contract/core/constants.ts'
import { type ImportColumn, importColumns } from '#contract/contents/staff/catalogue-import.ts'
import { seoulUtcOffsetMs } from '#contract/core/seoul-time.ts'
import { type DecodedText, previewLine } from '#server/shared/decode-text.ts'
import type { TextEncoding } from '#contract/core/fields.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { stripFormulaGuard } from '#server/domains/studio/index.ts'
import { csvCopy } from './catalogue.copy.ts'
import { AgeCode, Orientation } from '#contract/contents/contents.ts'
import type { ImportCategories } from '../../import/category-queries.ts'
import { categoryInput, importIssueText, importText } from '../../import/parse-import-row.ts'
import { importCopy } from '../../import/import.copy.ts'
import * as z from 'zod/mini'

/** A row of the file: its spreadsheet row number, and the columns with a value. */
type CsvRow = {
  line: number
  cells: Partial<Record<ImportColumn, string>>
  /** Whether there are values after the last named column, for example because a cell with a comma lacks its quotes. */
  hasUnnamedCells: boolean
}

type CsvFileError = { line: number; column: string; detail: string }

type CsvFile = { encoding: TextEncoding; preview: string } & (
  | { lines: CsvRow[] }
  | { fault: CsvFileError }
)

/**
 * Reads the rows of an import file, between commas, semicolons or tabs.
 * @returns the rows, or the error of the file as a whole.
 */
export function readCsv({ encoding, text }: DecodedText, maxRows: number): CsvFile {
  return { encoding, preview: previewLine(text), ...readRows(text, maxRows) }
}

const delimiters = [',', ';', '\t'] as const

/**
 * Finds the delimiter of a file: the one of Excel's line `sep=;`, or else the most frequent one of the header, because no name
 * of a column contains any.
 * @returns the delimiter, and the text without that line.
 */
function splitDelimiterLine(text: string): { delimiter: string; rows: string } {
  const [separatorLine, chosen] = /^sep=([,;\t])(?:\r\n?|\n)/i.exec(text) ?? []
  if (chosen && separatorLine) return { delimiter: chosen, rows: text.slice(separatorLine.length) }
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  const countOf = (delimiter: string) => header.split(delimiter).length
  const [delimiter = ','] = delimiters.toSorted((a, b) => countOf(b) - countOf(a))
  return { delimiter, rows: text }
}

function readRows(text: string, maxRows: number): { lines: CsvRow[] } | { fault: CsvFileError } {
  const { delimiter, rows: rowsText } = splitDelimiterLine(text)
  let records: string[][]
  try {
    records = parse(rowsText, {
      delimiter,
      relax_column_count: true,
      trim: true,
      max_record_size: 100_000,
      // The header and one row too many: each row of another length takes the parser 0.04 ms.
      to: maxRows + 2,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { lines } = error as { lines?: number }
    return { fault: { line: lines ?? 1, column: '', detail: csvCopy.broken_quotes } }
  }
  const [firstRecord = [], ...rows] = records
  // Excel writes empty columns after the named ones.
  const header = firstRecord.slice(0, firstRecord.findLastIndex((name) => name !== '') + 1)
  const fault = headerError(header)
  if (fault) return { fault: { line: 1, ...fault } }
  if (rows.length > maxRows)
    return {
      fault: { line: maxRows + 2, column: '', detail: csvCopy.too_many_lines(maxRows) },
    }
  const lines = rows.map((row, index): CsvRow => {
    const cells = header.flatMap((column, columnIndex) => {
      const cell = row[columnIndex] ?? ''
      return cell === '' ? [] : [[column, stripFormulaGuard(cell)]]
    })
    const hasUnnamedCells = row.slice(header.length).some((cell) => cell !== '')
    return {
      line: index + 2,
      cells: Object.fromEntries(cells) as CsvRow['cells'],
      hasUnnamedCells,
    }
  })
  return {
    lines: lines.filter(
      ({ cells, hasUnnamedCells }) => hasUnnamedCells || Object.keys(cells).length > 0,
    ),
  }
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

const categoriesCell = (names: ImportCategories) =>
  z.pipe(
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
    z.array(categoryInput(names)).check(z.maxLength(maxCategories)),
  )

const dayAndTime =
  /^(\d{4})[-./] ?(\d{1,2})[-./] ?(\d{1,2})\.?(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/** An instant with its offset, or a day and time in Seoul as spreadsheets write them. A day alone begins at midnight. */
function parseInstant(cell: string): string | undefined {
  if (/(?:Z|[+-]\d{2}:?\d{2})$/.test(cell) && cell.includes('T')) {
    const instant = Date.parse(cell)
    return Number.isNaN(instant) ? undefined : new Date(instant).toISOString()
  }
  const parts = dayAndTime
    .exec(cell)
    ?.slice(1)
    .map((part) => Number(part ?? 0))
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isCalendarTime =
    time.getUTCMonth() === month - 1 &&
    time.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60
  if (!isCalendarTime || year < 1900) return undefined
  return new Date(time.getTime() - seoulUtcOffsetMs).toISOString()
}

const instantOrNone = z.pipe(
  z.string().check(
    z.refine((cell: string) => cell === csvCopy.none || parseInstant(cell) !== undefined, {
      error: csvCopy.instant,
    }),
  ),
  z.transform((cell: string) => parseInstant(cell) ?? null),
)

/** The columns of a row. An empty cell leaves the field unchanged. */
const rowSchema = (names: ImportCategories) =>
  z.object({
    work: importText(1, 150),
    kind: z.optional(choice(csvCopy.kinds)),
    title: z.optional(importText(1, 200)),
    title_original: z.optional(importText(1, 300)),
    year: z.optional(whole(1870, 2200)),
    age_rating: z.optional(AgeCode),
    categories: z.optional(categoriesCell(names)),
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
    is_unpublished: z.optional(yesOrNo),
    publish_at: z.optional(instantOrNone),
    unpublish_at: z.optional(instantOrNone),
    territories: z.optional(importText(1, 500)),
    licence_notes: z.optional(importText(1, 5_000)),
  })
export type CsvImportRow = z.infer<ReturnType<typeof rowSchema>>

type ParsedCells = { input: CsvImportRow } | { faults: CsvCellError[] }

/** Creates a parser of the cells of a row, which returns the row or the errors of its columns. */
export function createCellParser(
  categories: ImportCategories,
): (row: Pick<CsvRow, 'cells' | 'hasUnnamedCells'>) => ParsedCells {
  const schema = rowSchema(categories)
  return ({ cells, hasUnnamedCells }) => {
    if (hasUnnamedCells) return { faults: [{ column: '', detail: csvCopy.unnamed_cells }] }
    const parsed = schema.safeParse(cells, { error: (issue) => importIssueText(issue) })
    if (parsed.success) return { input: parsed.data }
    const faults = new Map<string, CsvCellError>()
    for (const { path, message } of parsed.error.issues) {
      const column = String(path[0] ?? '') as ImportColumn
      if (!faults.has(column)) faults.set(column, { column, detail: message })
    }
    return { faults: [...faults.values()] }
  }
}
