import type { AgeCode } from '#contract/contents/contents.ts'
import { endpoints } from '#contract/index.ts'
import type { StudioWork } from '#contract/studio/catalogue.ts'
import { catalogueCopy } from './messages.ko.ts'
import { request } from '#web/api/client.ts'
import { wordsOf } from '#web/api/error-message.ts'
import { Button } from '#web/ui/base/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/form-controls.tsx'
import { firstFocus } from '#web/ui/dialog/dialog.tsx'
import { FormError } from '#web/ui/forms/form-controls.tsx'
import { ModalBody } from '#web/ui/dialog/dialog.tsx'
import { modals } from '#web/ui/dialog/dialog-store.ts'
import { type FormEvent, useState } from 'react'
import { CategoryPicker } from './fields/option-pickers.tsx'

const words = catalogueCopy.create

/** Asks for what a work needs to be there at all. @returns it, or nothing where that was dismissed. */
export const openCreateWork = () =>
  modals.open<StudioWork>({ label: words.title }, (close) => <CreateWork close={close} />)

function CreateWork({ close }: { close: (work: StudioWork) => void }) {
  const [title, setTitle] = useState('')
  const [kind, setKind] = useState<'series' | 'film'>('series')
  const [age_rating, setAge] = useState<AgeCode>('ALL')
  const [category_ids, setCategories] = useState<number[]>([])
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function create(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      const body = { title, is_series: kind === 'series', age_rating, category_ids }
      close(await request(endpoints.studio_catalogue.createWork, { body }))
    } catch (reason) {
      setError(wordsOf(reason))
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void create(event)}>
      <ModalBody
        title={words.title}
        actions={
          <Button type="submit" look="primary" busy={busy} disabled={title.trim() === ''}>
            {words.done}
          </Button>
        }
        onClose={() => modals.closeAll()}
      >
        <p className="mb-4 text-sm">{words.detail}</p>
        <TextField
          ref={firstFocus}
          label={words.name}
          value={title}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => setTitle(target.value)}
        />
        <div className="grid grid-cols-2 gap-3">
          <SelectField
            label={words.kind}
            value={kind}
            onChange={({ target }) => setKind(target.value as 'series' | 'film')}
          >
            {Object.entries(catalogueCopy.kinds).map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={words.age}
            value={age_rating}
            onChange={({ target }) => setAge(target.value as AgeCode)}
          >
            {Object.entries(catalogueCopy.ages).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <CategoryPicker value={category_ids} onChange={setCategories} />
        <FormError>{error}</FormError>
      </ModalBody>
    </form>
  )
}
