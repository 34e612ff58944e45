import { uploadsMessages as words } from './messages.ko.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { AssetTable } from './asset-table.tsx'
import { filmsChanged, incompleteUploadsQuery } from './queries.ts'
import { UploadRow, IncompleteUploadRow } from './upload-rows.tsx'
import { uploadQueue } from './upload-queue.ts'

export default UploadsPage

const nothing: ReturnType<typeof uploadQueue.current> = []

/** Hands films in, and shows where each stands. */
function UploadsPage() {
  const all = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.current, () => nothing)
  const sending = all.filter(({ state }) => state !== 'done')
  const unfinished = useQuery(incompleteUploadsQuery)
  const input = useRef<HTMLInputElement>(null)
  const dragging = useDrops((files) => uploadQueue.add(files))
  const addresses = sending.map(({ url }) => url ?? '').join()
  // One that has an address by now can be given its episode.
  useEffect(() => filmsChanged(), [addresses])
  useEffect(() => uploadQueue.whenDone(() => filmsChanged()), [])
  const idOf = (url: string | null) =>
    unfinished.data?.find((one) => url !== null && url.endsWith(one.url))?.id
  const left = (unfinished.data ?? []).filter(
    (one) => !sending.some(({ url }) => url?.endsWith(one.url)),
  )
  return (
    <>
      <PageHeader
        title={words.title}
        detail={words.detail}
        actions={
          <Button look="primary" icon="plus" onClick={() => input.current?.click()}>
            {words.choose}
          </Button>
        }
      />
      <input
        ref={input}
        type="file"
        multiple
        accept="video/*,.mkv,.mov,.mp4,.webm"
        className="sr-only"
        tabIndex={-1}
        aria-label={words.input}
        onChange={({ target }) => {
          uploadQueue.add(target.files ?? [])
          target.value = ''
        }}
      />
      {sending.length > 0 && (
        <section aria-labelledby="sending" className="mb-8">
          <h2 id="sending" className="mb-3 text-lg font-bold">
            {words.sending}
          </h2>
          <ul className="space-y-3">
            {sending.map((one) => (
              <UploadRow key={one.key} sending={one} id={idOf(one.url)} />
            ))}
          </ul>
        </section>
      )}
      {left.length > 0 && (
        <section aria-labelledby="unfinished" className="mb-8">
          <h2 id="unfinished" className="text-lg font-bold">
            {words.unfinished}
          </h2>
          <p className="mb-3 text-sm text-foreground-subtle">{words.unfinished_detail}</p>
          <ul className="space-y-3">
            {left.map((one) => (
              <IncompleteUploadRow key={one.id} upload={one} />
            ))}
          </ul>
        </section>
      )}
      <AssetTable
        empty={
          sending.length === 0 && (
            <div className="rounded-2xl border border-dashed border-border-strong">
              <EmptyState
                icon="reel"
                title={words.empty}
                actions={
                  <Button look="outline" icon="plus" onClick={() => input.current?.click()}>
                    {words.choose_first}
                  </Button>
                }
              >
                {words.empty_detail}
              </EmptyState>
            </div>
          )
        }
      />
      {dragging && (
        <div className="pointer-events-none fixed inset-3 z-overlay flex flex-col items-center justify-center gap-3 rounded-2xl border-2 border-dashed border-accent bg-background-deep/85 text-lg font-bold">
          <Icon name="share" className="size-10 text-accent" />
          {words.drop_here}
        </div>
      )}
    </>
  )
}

/** Takes files that are dropped anywhere on the page. @returns whether some hang over it. */
function useDrops(onFiles: (files: Iterable<File>) => void): boolean {
  const [over, setOver] = useState(false)
  const told = useRef(onFiles)
  useEffect(() => {
    told.current = onFiles
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const brings = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const drag = (event: DragEvent) => {
      if (!brings(event)) return
      event.preventDefault()
      setOver(true)
    }
    window.addEventListener('dragenter', drag, { signal })
    window.addEventListener('dragover', drag, { signal })
    window.addEventListener(
      'dragleave',
      (event) => {
        // It left the window, not just one of its parts.
        if (event.relatedTarget === null) setOver(false)
      },
      { signal },
    )
    window.addEventListener(
      'drop',
      (event) => {
        if (!brings(event)) return
        event.preventDefault()
        setOver(false)
        told.current(event.dataTransfer?.files ?? [])
      },
      { signal },
    )
    window.addEventListener(
      'beforeunload',
      (event) => {
        if (uploadQueue.isBusy()) event.preventDefault()
      },
      { signal },
    )
    return () => stop.abort()
  }, [])
  return over
}
