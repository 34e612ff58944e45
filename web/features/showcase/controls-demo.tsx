import { galleryCopy } from './messages.ko.ts'
import { rating } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/base/avatar.tsx'
import { Chip } from '#web/ui/forms/chip.tsx'
import { Checkbox, SelectField, Switch, TextArea, TextField } from '#web/ui/forms/form-controls.tsx'
import { Fold } from '#web/ui/layout/disclosure.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { Progress } from '#web/ui/base/progress-bar.tsx'
import { Spinner } from '#web/ui/feedback/loading-overlay.tsx'
import { StarInput } from '#web/ui/forms/star-rating-input.tsx'
import { StarFigure, Stars } from '#web/ui/base/star-rating.tsx'
import { LinkTabs } from '#web/ui/layout/nav-tabs.tsx'
import { useState } from 'react'
import { Line, Section } from './showcase-kit.tsx'

/** What is pressed, typed into, chosen from. */
export function Controls() {
  const [chip, setChip] = useState(0)
  const [stars, setStars] = useState<number | null>(3.5)
  const [body, setBody] = useState('')
  const { field, tabs } = galleryCopy
  return (
    <>
      <Section name="choices">
        <Line>
          {tabs.map((name, at) => (
            <Chip key={name} selected={chip === at} onClick={() => setChip(at)}>
              {name}
            </Chip>
          ))}
          <Chip disabled>{galleryCopy.disabled}</Chip>
        </Line>
        <LinkTabs
          label={galleryCopy.sections.choices}
          tabs={tabs.map((title, at) => ({
            key: title,
            title,
            to: '#choices',
            selected: at === 0,
          }))}
        />
        <div className="border-t border-line">
          {galleryCopy.sample_titles.slice(1, 4).map((title, at) => (
            <Fold key={title} group="gallery" open={at === 0} head={<h3>{title}</h3>}>
              {galleryCopy.sample_synopsis}
            </Fold>
          ))}
        </div>
      </Section>
      <Section name="fields">
        <div className="grid max-w-4xl gap-x-6 gap-y-3 md:grid-cols-2">
          <TextField label={field.name} hint={field.name_hint} required autoComplete="off" />
          <TextField label={field.name} error={field.name_error} defaultValue={field.name_error} />
          <SelectField label={field.kind} defaultValue="">
            <option value="" disabled>
              {field.kind_empty}
            </option>
            {field.kinds.map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </SelectField>
          <TextField label={field.fixed} defaultValue={field.kinds[0]} disabled />
          <div className="md:col-span-2">
            <TextArea
              label={field.body}
              rows={4}
              maxLength={1000}
              used={body.length}
              value={body}
              onChange={(event) => setBody(event.target.value)}
            />
          </div>
          <div>
            <Checkbox label={field.agree} />
            <Checkbox label={field.agreed} defaultChecked />
            <Checkbox label={field.fixed} defaultChecked disabled />
          </div>
          <div>
            <Switch label={field.renew} defaultChecked />
            <Switch label={field.renew} />
            <Switch label={field.fixed} disabled />
          </div>
        </div>
      </Section>
      <Section name="figures">
        <div className="max-w-md space-y-4">
          <Progress value={0} />
          <Progress value={0.42} />
          <Progress value={1} thin />
        </div>
        <Line>
          <Spinner />
          <StarFigure average={4.25} reviews={1284} />
          {[0, 0.5, 2.5, 5].map((value) => (
            <Stars key={value} value={value} />
          ))}
        </Line>
        <Line>
          <StarInput value={stars} onChange={setStars} />
          <output className="text-sm text-paper-2">
            {stars === null ? galleryCopy.none_chosen : galleryCopy.chosen_stars(rating(stars))}
          </output>
        </Line>
        <Line>
          <Avatar name={field.name} size="sm" labelled />
          <Avatar name={galleryCopy.sample_titles[1]} labelled />
          <Avatar name={galleryCopy.sample_titles[4]} size="lg" labelled />
        </Line>
      </Section>
      <Section name="pages">
        {[
          [1, 1],
          [3, 5],
          [7, 12],
          [12, 12],
        ].map(([page = 1, pages = 1]) => (
          <Pagination
            key={page}
            label={`${galleryCopy.sections.pages} ${page}`}
            page={page}
            pages={pages}
            hrefOf={(n) => `?page=${n}#pages`}
          />
        ))}
      </Section>
    </>
  )
}
