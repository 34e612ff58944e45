import { endpoints } from '#contract/index.ts'
import type { EpisodeTarget } from '#contract/studio/uploads.ts'
import { bytesText, leftText, uploadsCopy as words } from '#web/copy/studio-uploads.ts'
import { call } from '#web/data/client.ts'
import { IconButton } from '#web/ui/button.tsx'
import { confirmed } from '#web/ui/confirm.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { PlaceLine } from './place-picker.tsx'
import { acting, filmsChanged } from './queries.ts'
import { type Sending, uploadQueue } from './upload-queue.ts'

/** A file on its way: how far, how fast, how long still, and what one can do. */
export function SendingRow({ sending, id }: { sending: Sending; id: number | undefined }) {
  const { key, name, bytes, sent, speed, state, error, place } = sending
  const moving = state === 'sending' && speed > 0
  async function remove() {
    const yes = await confirmed({
      title: words.drop_title,
      detail: words.drop_confirm,
      yes: words.drop_yes,
      no: words.drop_no,
    })
    if (yes) void uploadQueue.remove(key).then(() => filmsChanged())
  }
  async function choose(chosen: EpisodeTarget) {
    if (id === undefined) return
    const body = { episode_id: chosen.episode_id }
    const done = await acting(
      call(endpoints.studio_uploads.setUploadTarget, { params: { id }, body }),
      words.placed,
    )
    if (done) uploadQueue.setPlace(key, done.target_episode)
  }
  return (
    <li className="rounded-xl bg-surface px-4 pt-3 pb-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow py-2">
          <p className="text-sm font-semibold break-all">{name}</p>
        </div>
        {state === 'failed' ? (
          <IconButton label={words.again} icon="retry" onClick={() => uploadQueue.resume(key)} />
        ) : state === 'paused' ? (
          <IconButton label={words.resume} icon="play" onClick={() => uploadQueue.resume(key)} />
        ) : (
          <IconButton label={words.pause} icon="pause" onClick={() => uploadQueue.pause(key)} />
        )}
        <IconButton label={words.drop_upload} icon="close" onClick={() => void remove()} />
      </div>
      <Progress value={sent / bytes} label={words.progress(name)} />
      <p
        className={`mt-2 flex flex-wrap gap-x-3 text-xs tabular-nums ${state === 'failed' ? 'text-danger' : 'text-paper-3'}`}
        role={state === 'failed' ? 'alert' : undefined}
      >
        <span>{error ?? words.states[state]}</span>
        <span>{words.sending_of(bytesText(sent), bytesText(bytes))}</span>
        {moving && <span>{words.per_second(bytesText(speed))}</span>}
        {moving && <span>{words.left(leftText((bytes - sent) / speed))}</span>}
      </p>
      <div className="mt-1">
        <PlaceLine
          name={name}
          place={place}
          {...(id === undefined ? {} : { onChosen: (chosen) => void choose(chosen) })}
        />
      </div>
    </li>
  )
}
