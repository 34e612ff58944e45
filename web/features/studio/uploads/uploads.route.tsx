import { uploadsMessages as messages } from './messages.ko.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { AssetTable } from './asset-table.tsx'
import { invalidateAssets, incompleteUploadsQuery } from './queries.ts'
import { UploadRow, IncompleteUploadRow } from './upload-rows.tsx'
import { uploadQueue, useUploads } from './upload-queue.ts'

export default UploadsPage

/** Uploads videos and lists the assets. */
function UploadsPage() {
  const uploads = useUploads()
  const activeUploads = uploads.filter(({ state }) => state !== 'done')
  const incompleteQuery = useQuery(incompleteUploadsQuery)
  const input = useRef<HTMLInputElement>(null)
  const isDragging = useDrops((files) => uploadQueue.add(files))
  const urls = activeUploads.map(({ url }) => url ?? '').join()
  // An upload that has a URL can be assigned to an episode.
  useEffect(() => invalidateAssets(), [urls])
  useEffect(() => uploadQueue.onComplete(() => invalidateAssets()), [])
  const idOf = (url: string | null) =>
    incompleteQuery.data?.find((upload) => url !== null && url.endsWith(upload.url))?.id
  const incomplete = (incompleteQuery.data ?? []).filter(
    (upload) => !activeUploads.some(({ url }) => url?.endsWith(upload.url)),
  )
  return (
    <>
      <PageHeader
        title={messages.title}
        detail={messages.detail}
        actions={
          <Button variant="primary" icon="plus" onClick={() => input.current?.click()}>
            {messages.choose}
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
        aria-label={messages.input}
        onChange={({ target }) => {
          uploadQueue.add(target.files ?? [])
          target.value = ''
        }}
      />
      {activeUploads.length > 0 && (
        <section aria-labelledby="sending" className="mb-8">
          <h2 id="sending" className="mb-3 text-lg font-bold">
            {messages.sending}
          </h2>
          <ul className="space-y-3">
            {activeUploads.map((upload) => (
              <UploadRow key={upload.key} upload={upload} id={idOf(upload.url)} />
            ))}
          </ul>
        </section>
      )}
      {incomplete.length > 0 && (
        <section aria-labelledby="unfinished" className="mb-8">
          <h2 id="unfinished" className="text-lg font-bold">
            {messages.incomplete}
          </h2>
          <p className="mb-3 text-sm text-foreground-subtle">{messages.incomplete_detail}</p>
          <ul className="space-y-3">
            {incomplete.map((upload) => (
              <IncompleteUploadRow key={upload.id} upload={upload} />
            ))}
          </ul>
        </section>
      )}
      <AssetTable
        empty={
          activeUploads.length === 0 && (
            <div className="rounded-2xl border border-dashed border-border-strong">
              <EmptyState
                icon="film_reel"
                title={messages.empty}
                actions={
                  <Button variant="outline" icon="plus" onClick={() => input.current?.click()}>
                    {messages.choose_first}
                  </Button>
                }
              >
                {messages.empty_detail}
              </EmptyState>
            </div>
          )
        }
      />
      {isDragging && (
        <div className="pointer-events-none fixed inset-3 z-overlay flex flex-col items-center justify-center gap-3 rounded-2xl border-2 border-dashed border-accent bg-background-deep/85 text-lg font-bold">
          <Icon name="share" className="size-10 text-accent" />
          {messages.drop_files}
        </div>
      )}
    </>
  )
}

/**
 * Accepts files dropped anywhere on the page.
 * @returns whether files are dragged over it.
 */
function useDrops(onFiles: (files: Iterable<File>) => void): boolean {
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsDraggedOver(true)
    }
    window.addEventListener('dragenter', onDrag, { signal })
    window.addEventListener('dragover', onDrag, { signal })
    window.addEventListener(
      'dragleave',
      (event) => {
        // Only when the drag leaves the window, not one of its elements.
        if (event.relatedTarget === null) setIsDraggedOver(false)
      },
      { signal },
    )
    window.addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsDraggedOver(false)
        latest.current(event.dataTransfer?.files ?? [])
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
    return () => controller.abort()
  }, [])
  return isDraggedOver
}
