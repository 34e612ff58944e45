import { orientations } from '#contract/contents/contents.ts'
import { studio_catalogue } from '#contract/contents/staff/catalogue.ts'
import {
  type EpisodeFields,
  episodeFields,
  type StudioEpisode,
  type StudioWork,
} from '#contract/contents/staff/catalogue.ts'
import { studioCatalogMessages } from './messages.ko.ts'
import { apiRequest } from '#web/api/client.ts'
import { MoneyField } from '#web/features/studio/common/value-fields.tsx'
import {
  Checkbox,
  SelectField,
  TextArea,
  TextField,
  Options,
} from '#web/ui/forms/form-controls.tsx'
import { studioUploadsPath } from '#web/routing/studio-paths.ts'
import { Link } from 'react-router'
import { EditForm } from './editing/edit-form.tsx'
import { ImageField } from './fields/image-field.tsx'
import { ScheduleField } from './fields/schedule-field.tsx'
import { useEditSession, type Edit } from './editing/use-edit-session.ts'

const messages = studioCatalogMessages.episode
const labels = studioCatalogMessages.fields as Readonly<Record<keyof EpisodeFields, string>>
const names = Object.keys(episodeFields) as (keyof EpisodeFields)[]

/** Edits an episode: metadata, price and schedule. */
export function EpisodeForm({
  work,
  episode,
  onDirty,
}: {
  work: StudioWork
  episode: StudioEpisode
  onDirty: (form: string, isDirty: boolean) => void
}) {
  const { id, open_order_count } = episode
  const edit = useEditSession<EpisodeFields>({
    work_id: work.id,
    subject: { kind: 'episode', id },
    current: episode,
    fields: names,
    send: (version, changes) =>
      apiRequest(studio_catalogue.updateEpisode, { params: { id }, body: { version, changes } }),
    rowOf: (title) =>
      title.seasons.flatMap(({ episodes }) => episodes).find((item) => item.id === id),
  })
  const { values, change, errors } = edit
  return (
    <EditForm edit={edit} onDirty={onDirty}>
      <div className="grid gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <TextField
            label={labels.title}
            value={values.title}
            maxLength={200}
            required
            error={errors['title']}
            onChange={({ target }) => change({ title: target.value })}
          />
          <TextArea
            label={labels.synopsis}
            rows={3}
            value={values.synopsis}
            maxLength={5_000}
            counted={values.synopsis}
            error={errors['synopsis']}
            onChange={({ target }) => change({ synopsis: target.value })}
          />
          <SaleFields edit={edit} openOrderCount={open_order_count} />
        </div>
        <div className="space-y-6">
          <ScheduleField edit={edit} isWaiting={episode.state === 'scheduled'} />
          <ImageField
            kind="thumbnail"
            value={values.thumbnail}
            onChange={(picture) => change({ thumbnail: picture })}
          />
          {episode.is_thumbnail_automatic &&
            values.thumbnail?.key === episode.thumbnail?.key &&
            episode.asset_id !== null && <StillNote assetId={episode.asset_id} />}
          {episode.video_state === 'none' && (
            <p className="text-xs text-foreground-subtle">{messages.no_video}</p>
          )}
        </div>
      </div>
    </EditForm>
  )
}

function SaleFields({
  edit: { values, change, errors },
  openOrderCount,
}: {
  edit: Edit<EpisodeFields>
  openOrderCount: number
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">{messages.sale}</legend>
      <Checkbox
        label={messages.is_free}
        checked={values.is_free}
        onChange={({ target }) =>
          change(
            target.checked ? { is_free: true, price: 0, rental_price: null } : { is_free: false },
          )
        }
      />
      <Checkbox
        label={messages.in_subscription}
        checked={values.in_subscription}
        onChange={({ target }) => change({ in_subscription: target.checked })}
      />
      {errors['in_subscription'] && (
        <p className="mb-2 text-xs text-danger">{errors['in_subscription']}</p>
      )}
      <div className="mt-2 grid gap-x-4 sm:grid-cols-3">
        <MoneyField
          schema={episodeFields.price}
          label={messages.price}
          hint={messages.price_hint}
          value={values.price}
          disabled={values.is_free}
          error={errors['price']}
          onValue={(price) => change({ price: price ?? 0 })}
        />
        <MoneyField
          schema={episodeFields.rental_price}
          label={messages.rental_price}
          hint={messages.rental_hint}
          isOptional
          value={values.rental_price}
          disabled={values.is_free}
          error={errors['rental_price']}
          onValue={(price) => change({ rental_price: price })}
        />
        <SelectField
          label={labels.orientation}
          value={values.orientation}
          error={errors['orientation']}
          onChange={({ target }) => change({ orientation: target.value as 'horizontal' })}
        >
          <Options values={orientations} names={messages.orientations} />
        </SelectField>
      </div>
      <p
        className={`mt-2 rounded-card px-3 py-2 text-xs ${openOrderCount > 0 ? 'bg-accent-subtle text-foreground' : 'bg-surface-raised text-foreground-subtle'}`}
      >
        {openOrderCount > 0 ? messages.orders_open(openOrderCount) : messages.orders_kept}
      </p>
    </fieldset>
  )
}

function StillNote({ assetId }: { assetId: number }) {
  return (
    <p className="text-sm text-foreground-subtle">
      {messages.automatic_thumbnail}{' '}
      <Link
        to={`${studioUploadsPath}/${assetId}`}
        className="font-semibold text-foreground underline underline-offset-4"
      >
        {messages.other_still}
      </Link>
    </p>
  )
}
