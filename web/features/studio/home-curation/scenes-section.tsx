import { endpoints } from '#contract/index.ts'
import { maxHeroWorks, type StudioHomeCuration } from '#contract/studio/home-curation.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody, DialogFooter } from '#web/ui/dialog/dialog.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useState } from 'react'
import { homeCurationMessages as messages } from './messages.ko.ts'
import { PeriodFields } from './period-fields.tsx'
import { formatPeriod, isEmptyPeriod, type Period, periodState } from './period.ts'
import { editOptions } from './queries.ts'
import { type PickedWork, Warning, WorkPicker } from './work-picker.tsx'

const { studio_home_curation: calls } = endpoints

/** The works of the hero and of the editorial card. */
export function ScenesSection({ curation, now }: { curation: StudioHomeCuration; now: number }) {
  const { hero, editorial } = curation
  return (
    <section aria-labelledby="scenes-title">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="scenes-title" className="text-lg font-bold">
          {messages.scenes}
        </h2>
        <Button
          aria-label={messages.edit_scenes_named}
          onClick={() => void openScenesDialog(curation)}
        >
          {messages.edit_scenes}
        </Button>
      </div>
      <p className="mt-1 mb-4 text-sm text-foreground-subtle">{messages.scenes_note}</p>
      <dl className="max-w-3xl text-sm">
        <dt className="font-semibold">{messages.hero}</dt>
        <dd className="mt-1 mb-4">
          {hero.length === 0 && messages.hero_empty}
          <ol className="divide-y divide-border">
            {hero.map((work) => {
              const state = periodState(work, true, now)
              return (
                <li key={work.series_id} className="flex flex-wrap items-center gap-x-3 py-2">
                  <span className="font-medium">{work.title}</span>
                  {/* Home leaves out a work without a scene: the warning says so. */}
                  {(work.has_scene || state !== 'shown') && (
                    <Badge tone={state === 'shown' ? 'success' : 'neutral'}>
                      {messages.states[state]}
                    </Badge>
                  )}
                  <span className="text-foreground-subtle">{formatPeriod(work)}</span>
                  <Warning work={work} needsScene />
                </li>
              )
            })}
          </ol>
        </dd>
        <dt className="font-semibold">{messages.editorial}</dt>
        <dd className="mt-1">
          {editorial ? editorial.title : messages.editorial_empty}
          {editorial && <Warning work={editorial} needsScene />}
        </dd>
      </dl>
    </section>
  )
}

const openScenesDialog = (curation: StudioHomeCuration) =>
  dialogs.open<null>({ label: messages.scenes, wide: true }, (close) => (
    <MemberQueryProvider>
      <ScenesForm curation={curation} onDone={() => close(null)} />
    </MemberQueryProvider>
  ))

function ScenesForm({ curation, onDone }: { curation: StudioHomeCuration; onDone: () => void }) {
  const [hero, setHero] = useState<(PickedWork & Period)[]>(curation.hero)
  const [editorial, setEditorial] = useState<PickedWork[]>(
    curation.editorial ? [curation.editorial] : [],
  )
  const saving = useApiMutation(calls.setScenes, {
    ...editOptions,
    toast: messages.saved,
    onSuccess: onDone,
  })
  const save = () =>
    saving.submit({
      body: {
        version: curation.version,
        hero: hero.map(({ series_id, starts_at, ends_at }) => ({ series_id, starts_at, ends_at })),
        editorial_series_id: editorial[0]?.series_id ?? null,
      },
    })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!hero.some(isEmptyPeriod)) save()
      }}
    >
      <DialogBody title={messages.scenes} onClose={() => dialogs.closeAll()}>
        <WorkPicker
          label={messages.hero}
          value={hero}
          max={maxHeroWorks}
          needsScene
          create={(work) => ({ ...work, starts_at: null, ends_at: null })}
          extra={(work) => (
            <PeriodFields
              value={work}
              name={work.title}
              onChange={(period) =>
                setHero((works) =>
                  works.map((other) =>
                    other.series_id === work.series_id
                      ? { ...other, starts_at: period.starts_at, ends_at: period.ends_at }
                      : other,
                  ),
                )
              }
            />
          )}
          onChange={setHero}
        />
        <WorkPicker
          label={messages.editorial}
          value={editorial}
          max={1}
          needsScene
          create={(work) => work}
          onChange={setEditorial}
        />
        <DialogFooter>
          <FormAlert className="mb-3">{saving.formError}</FormAlert>
          <Button type="submit" variant="primary" className="w-full" busy={saving.isPending}>
            {messages.save}
          </Button>
        </DialogFooter>
      </DialogBody>
    </form>
  )
}
