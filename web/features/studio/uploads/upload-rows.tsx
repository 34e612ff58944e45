import { studio_uploads } from '#contract/studio/uploads.ts'
import type { PendingUpload } from '#contract/studio/uploads.ts'
import {
  formatBytes,
  formatRemaining,
  uploadsMessages as messages,
  placementLabel,
} from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { IconButton, Button } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import { EpisodePlacement } from './episode-picker.tsx'
import { invalidateAssets, useAssetMutation } from './queries.ts'
import { type UploadItem, uploadQueue } from './upload-queue.ts'
import { formatMonthDay } from '#web/lib/format.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useRef } from 'react'

/** An upload in progress: size, speed, remaining time and actions. */
export function UploadRow({ upload, id }: { upload: UploadItem; id: number | undefined }) {
  const { key, name, bytes, sent, speed, state, error, target } = upload
  const moving = state === 'sending' && speed > 0
  async function remove() {
    const yes = await confirmDialog({
      title: messages.cancel_title,
      message: messages.cancel_confirm,
      confirmLabel: messages.cancel_yes,
      cancelLabel: messages.cancel_no,
    })
    if (yes) void uploadQueue.remove(key).then(() => invalidateAssets())
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
    <li className="rounded-xl bg-surface px-4 pt-3 pb-4">
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
        ) : state === 'paused' ? (
          <IconButton label={messages.resume} icon="play" onClick={() => uploadQueue.resume(key)} />
        ) : (
          <IconButton label={messages.pause} icon="pause" onClick={() => uploadQueue.pause(key)} />
        )}
        <IconButton label={messages.cancel_upload} icon="close" onClick={() => void remove()} />
      </div>
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
export function IncompleteUploadRow({ upload }: { upload: PendingUpload }) {
  const { id, url, name, bytes, received_bytes, expires_at, target_episode: target } = upload
  const input = useRef<HTMLInputElement>(null)
  const removal = useAssetMutation(() => call(studio_uploads.deleteUpload, { params: { id } }))
  async function remove() {
    const yes = await confirmDialog({
      title: messages.cancel_title,
      message: messages.cancel_confirm,
      confirmLabel: messages.cancel_yes,
      cancelLabel: messages.cancel_no,
    })
    if (yes) removal.submit()
  }
  function resume(file: File | undefined) {
    if (!file) return
    if (file.name.normalize('NFC') !== name || file.size !== bytes)
      return void toasts.show(messages.other_file, 'danger')
    uploadQueue.resumeIncomplete(file, url, target)
  }
  return (
    <li className="rounded-xl bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-48 grow">
          <p className="text-sm font-semibold break-all">{name}</p>
          <p className="mt-0.5 text-xs text-foreground-subtle tabular-nums">
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
      <input
        ref={input}
        type="file"
        accept="video/*,.mkv,.mov,.mp4,.webm"
        className="sr-only"
        tabIndex={-1}
        aria-label={`${messages.same_file}: ${name}`}
        onChange={({ target }) => {
          resume(target.files?.[0])
          target.value = ''
        }}
      />
    </li>
  )
}
