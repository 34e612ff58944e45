import { endpoints } from '#contract/index.ts'
import {
  type ImportReport,
  importColumns,
  type ImportRowResult,
  maxImportBytes,
} from '#contract/studio/catalogue-import.ts'
import { studioCatalogMessages } from './messages.ko.ts'
import { apiRequest } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { studioTitlesPath } from '#web/routing/studio-paths.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { Chip } from '#web/ui/forms/chip.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

export default ImportPage

const messages = studioCatalogMessages.import
const states = ['refused', 'added', 'changed', 'unchanged'] as const

/** A file of works: looked at first, line by line, then taken in. */
function ImportPage() {
  const [file, setFile] = useState<File>()
  const [tried, setTried] = useState<ImportReport>()
  const [done, setDone] = useState<ImportReport>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const client = useQueryClient()

  /** By whatever name the browser has for it: Windows calls a CSV by its spreadsheet. */
  const send = (given: File, dry_run: boolean) =>
    apiRequest(
      endpoints.studio_catalogue.importWorks,
      { query: { dry_run: dry_run ? 'true' : 'false' } },
      { file: new Blob([given], { type: 'text/csv' }) },
    )
  async function run(work: () => Promise<void>) {
    setBusy(true)
    setError(null)
    try {
      await work()
      requestAnimationFrame(() => heading.current?.focus())
    } catch (reason) {
      setError(errorMessage(reason))
    } finally {
      setBusy(false)
    }
  }
  const look = (given: File | undefined) => {
    if (!given) return
    if (given.size > maxImportBytes) return setError(messages.too_large)
    setFile(given)
    setTried(undefined)
    setDone(undefined)
    void run(async () => setTried(await send(given, true)))
  }
  const take = () =>
    file &&
    void run(async () => {
      setDone(await send(file, false))
      await client.invalidateQueries({ queryKey: ['studio'] })
    })
  const answer = done ?? tried
  const changing = (tried?.added ?? 0) + (tried?.changed ?? 0)
  return (
    <>
      <PageHeader
        title={messages.title}
        detail={messages.detail}
        actions={
          <>
            <Button look="outline" onClick={saveTemplate}>
              {messages.template}
            </Button>
            <ButtonLink to={studioTitlesPath} look="quiet">
              {messages.to_list}
            </ButtonLink>
          </>
        }
      />
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          look(event.dataTransfer.files[0])
        }}
        className={`flex flex-wrap items-center gap-4 rounded-xl p-5 inset-ring ${over ? 'bg-accent-subtle inset-ring-2 inset-ring-accent' : 'bg-surface inset-ring-border'}`}
      >
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label={messages.choose}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            look(target.files?.[0])
            target.value = ''
          }}
        />
        <Button
          look={tried ? 'outline' : 'primary'}
          disabled={busy}
          onClick={() => input.current?.click()}
        >
          {tried ? messages.other : messages.choose}
        </Button>
        <p className="min-w-0 text-sm break-keep wrap-anywhere text-foreground-subtle">
          {file?.name ?? messages.drop}
        </p>
      </div>
      <FormAlert>{error}</FormAlert>
      {busy && (
        <div role="status" className="mt-6">
          <p className="text-sm text-foreground-subtle">
            {tried ? messages.taking : messages.checking}
          </p>
          <TableSkeleton rows={4} />
        </div>
      )}
      {answer && !busy && (
        <section className="mt-8">
          <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
            <div>
              <h2 ref={heading} tabIndex={-1} className="text-lg font-bold outline-none">
                {done ? messages.done_title : messages.check_title}
              </h2>
              {!done && (
                <p className="text-sm text-foreground-subtle">
                  {messages.check_detail}{' '}
                  {answer.refused > 0 && messages.check_faults(answer.refused)}
                </p>
              )}
            </div>
            {!done && (
              <Button look="primary" disabled={changing === 0} onClick={take}>
                {changing === 0 ? messages.nothing : messages.take(changing)}
              </Button>
            )}
          </div>
          <Lines answer={answer} isDone={done !== undefined} />
        </section>
      )}
      {!answer && !busy && <ColumnHelp />}
    </>
  )
}

function Lines({ answer, isDone }: { answer: ImportReport; isDone: boolean }) {
  const names = isDone ? messages.done_states : messages.states
  const [only, setOnly] = useState<ImportRowResult['state'] | null>(null)
  const rows = answer.lines.filter(({ state }) =>
    only ? state === only : state !== 'unchanged' || answer.lines.length <= 20,
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
          {names[state]}
        </span>
      ),
    },
    {
      key: 'content',
      title: messages.content,
      className: 'md:w-1/2',
      cell: (line) => <Content line={line} />,
    },
  ]
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        {states
          .filter((state) => answer[state] > 0)
          .map((state) => (
            <Chip
              key={state}
              selected={only === state}
              onClick={() => setOnly(only === state ? null : state)}
            >
              {names[state]} <span className="tabular-nums">{messages.rows(answer[state])}</span>
            </Chip>
          ))}
      </div>
      <DataTable label={messages.title} columns={columns} rows={rows} keyOf={({ line }) => line} />
      {rows.length < answer.lines.length && only === null && (
        <p className="mt-3 text-sm text-foreground-subtle">
          {messages.hidden_rest(answer.lines.length - rows.length)}
        </p>
      )}
    </>
  )
}

function Content({ line: { faults, changes } }: { line: ImportRowResult }) {
  if (faults.length + changes.length === 0) return null
  return (
    <dl className="space-y-1 text-sm">
      {faults.map(({ column, detail }) => (
        <div key={column} className="flex flex-wrap gap-x-2 text-danger">
          {column && <dt className="font-mono text-xs leading-5.5">{column}</dt>}
          <dd>{detail}</dd>
        </div>
      ))}
      {changes.map(({ column, before, after }) => (
        <div key={column} className="flex gap-x-2">
          <dt className="shrink-0 font-mono text-xs leading-5.5 text-foreground-subtle">
            {column}
          </dt>
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
          <div key={column} className="flex gap-4 border-b border-border py-1.5">
            <dt className="w-36 shrink-0 font-mono text-xs leading-5.5">{column}</dt>
            <dd className="text-foreground-muted">{messages.column_help[column]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A file with the columns and two lines to write over. The mark has Excel read it as UTF-8. */
function saveTemplate() {
  const text = `\uFEFF${[importColumns.join(','), ...messages.template_rows].join('\r\n')}\r\n`
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = messages.template_name
  link.click()
  URL.revokeObjectURL(url)
}
