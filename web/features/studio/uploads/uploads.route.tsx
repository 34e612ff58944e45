import { studio_uploads, type PendingUpload } from '#contract/media/staff.ts'
import { call } from '#web/api/client.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { formatMonthDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { AssetTable } from './asset-table.tsx'
import { EpisodePlacement } from './episode-picker.tsx'
import {
  formatBytes,
  formatRemaining,
  placementLabel,
  uploadsMessages as messages,
} from './messages.ko.ts'
import { incompleteUploadsQuery, invalidateAssets, useAssetMutation } from './queries.ts'
import { type UploadItem, uploadQueue, useUploads } from './upload-queue.ts'
import { VideoInput } from './video-input.tsx'

/** Uploads videos and lists the assets. */
export default function UploadsPage() {
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
      <VideoInput
        ref={input}
        label={messages.input}
        isMultiple
        onFiles={(files) => uploadQueue.add(files)}
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
            <div className="rounded-sheet border border-dashed border-border-strong">
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
        <div className="pointer-events-none fixed inset-3 z-overlay flex flex-col items-center justify-center gap-3 rounded-sheet border-2 border-dashed border-accent bg-background-deep/85 text-lg font-bold">
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
    return () => controller.abort()
  }, [])
  return isDraggedOver
}

const confirmCancel = () =>
  confirmDialog({
    title: messages.cancel_title,
    message: messages.cancel_confirm,
    confirmLabel: messages.cancel_yes,
    cancelLabel: messages.cancel_no,
  })

/** An upload in progress: size, speed, remaining time and actions. */
function UploadRow({ upload, id }: { upload: UploadItem; id: number | undefined }) {
  const { key, name, bytes, sent, speed, state, error, target, same } = upload
  const moving = state === 'sending' && speed > 0
  async function remove() {
    const isLocal = state === 'elsewhere' || state === 'asking' || state === 'taken_over'
    if (isLocal || (await confirmCancel()))
      void uploadQueue.remove(key).then(() => invalidateAssets())
  }
  const assignment = useAssetMutation(
    ({ upload_id, episode_id }: { upload_id: number; episode_id: number }) =>
      call(studio_uploads.setUploadTarget, {
        params: { id: upload_id },
        body: { episode_id },
      }),
    {
      toast: messages.placed,
      onSuccess: ({ target_episode }) => uploadQueue.setTarget(key, target_episode),
    },
  )
  return (
    <li className="panel px-4 pt-3 pb-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow py-2">
          <p className="text-sm font-semibold break-all">{name}</p>
        </div>
        {state === 'failed' ? (
          <IconButton
            label={messages.resume_failed}
            icon="retry"
            onClick={() => uploadQueue.resume(key)}
          />
        ) : state === 'paused' || state === 'taken_over' ? (
          <IconButton label={messages.resume} icon="play" onClick={() => uploadQueue.resume(key)} />
        ) : state === 'elsewhere' || state === 'asking' || state === 'checking' ? null : (
          <IconButton label={messages.pause} icon="pause" onClick={() => uploadQueue.pause(key)} />
        )}
        <IconButton label={messages.cancel_upload} icon="close" onClick={() => void remove()} />
      </div>
      {same && (
        <div role="status" className="mb-3 flex flex-wrap items-center gap-2 text-sm">
          <p className="grow">{messages.same(same)}</p>
          {same.is_own && (
            <Button variant="outline" onClick={() => uploadQueue.answer(key, 'continue')}>
              {messages.resume}
            </Button>
          )}
          <Button variant="ghost" onClick={() => uploadQueue.answer(key, 'new')}>
            {messages.start_new}
          </Button>
        </div>
      )}
      <ProgressBar value={sent / bytes} label={messages.progress(name)} />
      <p
        className={`mt-2 flex flex-wrap gap-x-3 text-xs tabular-nums ${state === 'failed' ? 'text-danger' : 'text-foreground-subtle'}`}
        role={state === 'failed' ? 'alert' : undefined}
      >
        <span>{error ?? messages.states[state]}</span>
        <span>{messages.sent_of_total(formatBytes(sent), formatBytes(bytes))}</span>
        {moving && <span>{messages.per_second(formatBytes(speed))}</span>}
        {moving && <span>{messages.left(formatRemaining((bytes - sent) / speed))}</span>}
      </p>
      <div className="mt-1">
        <EpisodePlacement
          name={name}
          target={target}
          onSelect={
            id === undefined
              ? undefined
              : ({ episode_id }) => assignment.submit({ upload_id: id, episode_id })
          }
        />
      </div>
    </li>
  )
}

/** An incomplete upload on the server; choosing the same file resumes it. */
function IncompleteUploadRow({ upload }: { upload: PendingUpload }) {
  const { id, url, name, bytes, received_bytes, expires_at, target_episode: target } = upload
  const input = useRef<HTMLInputElement>(null)
  const removal = useAssetMutation(() => call(studio_uploads.deleteUpload, { params: { id } }))
  async function remove() {
    if (await confirmCancel()) removal.submit()
  }
  function resume(file: File | undefined) {
    if (!file) return
    if (file.name.normalize('NFC') !== name || file.size !== bytes)
      return void toasts.show(messages.other_file, 'danger')
    uploadQueue.resumeIncomplete(file, url, target)
  }
  return (
    <li className="rounded-sheet bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-48 grow">
          <p className="text-sm font-semibold break-all">{name}</p>
          <p className="mt-1 text-xs text-foreground-subtle tabular-nums">
            {messages.incomplete_row(
              formatBytes(received_bytes),
              formatBytes(bytes),
              formatMonthDay(expires_at),
            )}
            {target && ` · ${placementLabel(target)}`}
          </p>
        </div>
        <Button variant="outline" icon="retry" onClick={() => input.current?.click()}>
          {messages.same_file}
        </Button>
        <IconButton label={messages.cancel_upload} icon="close" onClick={() => void remove()} />
      </div>
      <div className="mt-2">
        <ProgressBar value={received_bytes / bytes} label={messages.progress(name)} />
      </div>
      <VideoInput
        ref={input}
        label={`${messages.same_file}: ${name}`}
        onFiles={([file]) => resume(file)}
      />
    </li>
  )
}
