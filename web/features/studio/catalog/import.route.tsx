import { useFileInput } from '#web/ui/forms/use-file-input.ts'
import { studio_catalogue } from '#contract/contents/staff/catalogue.ts'
import {
  type ImportReport,
  importColumns,
  type ImportRowResult,
  maxImportBytes,
} from '#contract/contents/staff/catalogue-import.ts'
import { importMessages as messages } from './import-messages.ko.ts'
import { studioCatalogMessages } from './messages.ko.ts'
import { apiRequest } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { type Column, DataTable } from '#web/features/studio/list/data-table.tsx'
import { TableSkeleton } from '#web/features/studio/list/query-content.tsx'
import { saveFile } from '#web/lib/save-file.ts'
import { studioWorksPath } from '#web/routing/studio-paths.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { textEncodingNames } from '#web/features/studio/common/text-encodings.ko.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { Chip } from '#web/ui/forms/chip.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'

export default ImportPage

const states = ['refused', 'added', 'changed', 'unchanged'] as const

/** Imports works from a file: a dry run line by line, then the import. */
function ImportPage() {
  const [file, setFile] = useState<File>()
  const [dryRun, setDryRun] = useState<ImportReport>()
  const [imported, setImported] = useState<ImportReport>()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)

  const request = useApiMutation(
    ({ source, dry_run }: { source: File; dry_run: boolean }) =>
      apiRequest(
        studio_catalogue.importWorks,
        { query: { dry_run: dry_run ? 'true' : 'false' } },
        // The MIME type is forced, since Windows reports a CSV as its spreadsheet type. The server reads the format from the content.
        { file: new Blob([source], { type: 'text/csv' }) },
      ),
    {
      errors: 'inline',
      async onSuccess(result, { dry_run }, client) {
        if (dry_run) return setDryRun(result)
        setImported(result)
        await client.invalidateQueries({ queryKey: studioKeys.all() })
      },
    },
  )
  const { isPending } = request
  useEffect(() => {
    if (!isPending) heading.current?.focus()
  }, [isPending])
  const checkFile = (source: File) => {
    setIsTooLarge(source.size > maxImportBytes)
    if (source.size > maxImportBytes) return
    setFile(source)
    setDryRun(undefined)
    setImported(undefined)
    request.submit({ source, dry_run: true })
  }
  const report = imported ?? dryRun
  const changeCount = (dryRun?.added ?? 0) + (dryRun?.changed ?? 0)
  return (
    <>
      <PageHeader title={messages.title} detail={messages.detail} actions={<HeaderActions />} />
      <FileDrop
        label={dryRun ? messages.other : messages.choose}
        isPrimary={!dryRun}
        isDisabled={isPending}
        onFile={checkFile}
      >
        {file?.name ?? messages.drop}
        {report && ` · ${textEncodingNames[report.encoding]}`}
      </FileDrop>
      {report && (
        <div className="mt-3 text-sm break-keep wrap-anywhere text-foreground-subtle">
          <p className="text-foreground-muted">{messages.preview(report.preview)}</p>
          <p>{messages.preview_hint}</p>
        </div>
      )}
      <FormAlert>{isTooLarge ? messages.too_large : request.formError}</FormAlert>
      {isPending && (
        <div role="status" className="mt-6">
          <p className="text-sm text-foreground-subtle">
            {dryRun ? messages.importing : messages.checking}
          </p>
          <TableSkeleton rows={4} />
        </div>
      )}
      {report && !isPending && (
        <section className="mt-8">
          <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
            <div>
              <h2 ref={heading} tabIndex={-1} className="text-lg font-bold outline-none">
                {imported ? messages.done_title : messages.check_title}
              </h2>
              {!imported && (
                <p className="text-sm text-foreground-subtle">
                  {messages.check_detail} {messages.read(report.read)}{' '}
                  {report.refused > 0 && messages.check_errors(report.refused)}
                </p>
              )}
            </div>
            {!imported && (
              <Button
                variant="primary"
                disabled={changeCount === 0}
                onClick={() => file && request.submit({ source: file, dry_run: false })}
              >
                {changeCount === 0 ? messages.no_changes : messages.submit(changeCount)}
              </Button>
            )}
          </div>
          <ImportRows report={report} isDone={imported !== undefined} />
        </section>
      )}
      {!report && !isPending && <ColumnHelp />}
    </>
  )
}

const HeaderActions = () => (
  <>
    <Button variant="outline" onClick={saveTemplate}>
      {messages.template}
    </Button>
    <ButtonLink to={studioWorksPath} variant="ghost">
      {messages.to_list}
    </ButtonLink>
  </>
)

/** Takes a file by a button, or dropped. */
function FileDrop({
  label,
  isPrimary,
  isDisabled,
  onFile,
  children,
}: {
  label: string
  isPrimary: boolean
  isDisabled: boolean
  onFile: (file: File) => void
  children: ReactNode
}) {
  const fileInput = useFileInput(onFile)
  return (
    <div
      {...fileInput.dropProps}
      className={`flex flex-wrap items-center gap-4 rounded-sheet p-5 inset-ring ${fileInput.isDraggedOver ? 'bg-accent-subtle inset-ring-2 inset-ring-accent' : 'bg-surface inset-ring-border'}`}
    >
      <input
        {...fileInput.inputProps}
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson"
        aria-label={messages.choose}
      />
      <Button
        variant={isPrimary ? 'primary' : 'outline'}
        aria-disabled={isDisabled}
        onClick={fileInput.open}
      >
        {label}
      </Button>
      <p className="min-w-0 text-sm break-keep wrap-anywhere text-foreground-subtle">{children}</p>
    </div>
  )
}

function ImportRows({ report, isDone }: { report: ImportReport; isDone: boolean }) {
  const stateLabels = isDone ? messages.done_states : messages.states
  const [shownState, setShownState] = useState<ImportRowResult['state'] | null>(null)
  const rows = report.lines.filter(({ state }) =>
    shownState ? state === shownState : state !== 'unchanged' || report.lines.length <= 20,
  )
  const columns: readonly Column<ImportRowResult>[] = [
    { key: 'line', title: messages.line, numeric: true, cell: ({ line }) => line },
    {
      key: 'what',
      title: messages.what,
      className: 'md:w-1/4',
      cell: ({ name }) => <span className="break-keep wrap-anywhere">{name}</span>,
    },
    {
      key: 'result',
      title: messages.result,
      className: 'whitespace-nowrap',
      cell: ({ state }) => (
        <span className={state === 'refused' ? 'font-semibold text-danger' : ''}>
          {stateLabels[state]}
        </span>
      ),
    },
    {
      key: 'content',
      title: messages.content,
      className: 'md:w-1/2',
      cell: (line) => <RowContent line={line} />,
    },
  ]
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        {states
          .filter((state) => report[state] > 0)
          .map((state) => (
            <Chip
              key={state}
              selected={shownState === state}
              onClick={() => setShownState(shownState === state ? null : state)}
            >
              {stateLabels[state]}{' '}
              <span className="tabular-nums">{messages.rows(report[state])}</span>
            </Chip>
          ))}
      </div>
      <DataTable label={messages.title} columns={columns} rows={rows} keyOf={({ line }) => line} />
      {rows.length < report.lines.length && shownState === null && (
        <p className="mt-3 text-sm text-foreground-subtle">
          {messages.hidden_rest(report.lines.length - rows.length)}
        </p>
      )}
    </>
  )
}

function RowContent({ line: { faults, changes } }: { line: ImportRowResult }) {
  if (faults.length + changes.length === 0) return null
  return (
    <dl className="space-y-1 text-sm">
      {faults.map(({ column, detail }) => (
        <div key={column} className="flex flex-wrap gap-x-2 text-danger">
          {column && <dt className="font-mono text-xs leading-6">{column}</dt>}
          <dd>{detail}</dd>
        </div>
      ))}
      {changes.map(({ column, before, after }) => (
        <div key={column} className="flex gap-x-2">
          <dt className="shrink-0 font-mono text-xs leading-6 text-foreground-subtle">{column}</dt>
          <dd className="min-w-0 break-keep wrap-anywhere">
            {before && <del className="mr-2 text-foreground-subtle">{before}</del>}
            <ins className="no-underline">{after || studioCatalogMessages.history.none}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ColumnHelp() {
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-lg font-bold">{messages.columns}</h2>
      <dl className="grid gap-x-8 gap-y-2 text-sm md:grid-cols-2">
        {importColumns.map((column) => (
          <div key={column} className="flex gap-4 border-b border-border py-2">
            <dt className="w-36 shrink-0 font-mono text-xs leading-6">{column}</dt>
            <dd className="text-foreground-muted">{messages.column_help[column]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Saves a template with the columns and two sample rows. The byte order mark makes Excel read UTF-8. */
function saveTemplate() {
  const text = `\uFEFF${[importColumns.join(','), ...messages.template_rows].join('\r\n')}\r\n`
  saveFile(messages.template_name, text, 'text/csv')
}
