import { useState } from 'react'
import { formatRating } from '#web/lib/format.ts'
import { Chip } from '#web/ui/forms/chip.tsx'
import {
  Checkbox,
  FormAlert,
  SelectField,
  Switch,
  TextArea,
  TextField,
} from '#web/ui/forms/form-controls.tsx'
import { RadioCard, RadioCardGroup } from '#web/ui/forms/radio-card.tsx'
import { StarRatingInput } from '#web/ui/forms/star-rating-input.tsx'
import { formProps } from './component-props.ko.ts'
import { showcaseMessages } from './messages.ko.ts'
import { noop, ShowcaseRow, type ShowcaseComponents } from './showcase-kit.tsx'

const { field, tabs, radio_cards } = showcaseMessages

function ChipGroup() {
  const [chosen, setChosen] = useState(0)
  return (
    <ShowcaseRow>
      {tabs.map((name, index) => (
        <Chip key={name} selected={chosen === index} onClick={() => setChosen(index)}>
          {name}
        </Chip>
      ))}
    </ShowcaseRow>
  )
}

function CountedTextArea({ initialText }: { initialText: string }) {
  const [text, setText] = useState(initialText)
  return (
    <TextArea
      label={field.body}
      rows={4}
      maxLength={1000}
      counted={text}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

function RadioCards() {
  const [chosen, setChosen] = useState(0)
  return (
    <RadioCardGroup legend={radio_cards.legend}>
      {radio_cards.options.map(({ title, price, detail }, index) => (
        <RadioCard
          key={title}
          name="showcase-radio-cards"
          checked={chosen === index}
          onSelect={() => setChosen(index)}
          title={title}
          price={price}
          detail={detail}
        />
      ))}
    </RadioCardGroup>
  )
}

function StarChoice({ initialValue }: { initialValue: number | null }) {
  const [stars, setStars] = useState(initialValue)
  return (
    <ShowcaseRow>
      <StarRatingInput value={stars} onChange={setStars} />
      <output className="text-sm text-foreground-muted">
        {stars === null
          ? showcaseMessages.none_selected
          : showcaseMessages.selected_stars(formatRating(stars))}
      </output>
    </ShowcaseRow>
  )
}

/** Controls to choose from and to type into. */
export const formStates: ShowcaseComponents = {
  chip: {
    section: 'choices',
    title: 'Chip',
    props: formProps.chip,
    states: {
      group: <ChipGroup />,
      disabled: <Chip disabled>{showcaseMessages.disabled}</Chip>,
    },
  },
  'text-field': {
    section: 'fields',
    title: 'TextField',
    props: formProps.text_field,
    states: {
      hint: <TextField label={field.name} hint={field.name_hint} required autoComplete="off" />,
      error: (
        <TextField label={field.name} error={field.name_error} defaultValue={field.name_error} />
      ),
      disabled: <TextField label={field.fixed} defaultValue={field.kinds[0]} disabled />,
    },
  },
  'text-area': {
    section: 'fields',
    title: 'TextArea',
    props: formProps.text_area,
    states: {
      empty: <CountedTextArea initialText="" />,
      counted: <CountedTextArea initialText={showcaseMessages.sample_synopsis} />,
    },
  },
  'select-field': {
    section: 'fields',
    title: 'SelectField',
    props: formProps.select_field,
    states: {
      empty: <KindField />,
      error: <KindField error={field.kind_empty} />,
    },
  },
  checkbox: {
    section: 'fields',
    title: 'Checkbox',
    props: formProps.checkbox,
    states: {
      off: <Checkbox label={field.agree} />,
      on: <Checkbox label={field.agreed} defaultChecked />,
      disabled: <Checkbox label={field.fixed} defaultChecked disabled />,
    },
  },
  switch: {
    section: 'fields',
    title: 'Switch',
    props: formProps.switch,
    states: {
      on: <Switch label={field.renew} defaultChecked />,
      off: <Switch label={field.renew} />,
      disabled: <Switch label={field.fixed} disabled />,
    },
  },
  'radio-card': {
    section: 'fields',
    title: 'RadioCard',
    props: formProps.radio_card,
    states: {
      group: <RadioCards />,
      disabled: (
        <RadioCard
          name="showcase-radio-disabled"
          checked={false}
          onSelect={noop}
          title={radio_cards.options[0].title}
          detail={radio_cards.options[0].detail}
          disabled
        />
      ),
    },
  },
  'form-alert': {
    section: 'fields',
    title: 'FormAlert',
    props: formProps.form_alert,
    states: { error: <FormAlert>{showcaseMessages.toasts.danger}</FormAlert> },
  },
  'star-rating-input': {
    section: 'figures',
    title: 'StarRatingInput',
    props: formProps.star_rating_input,
    states: {
      none: <StarChoice initialValue={null} />,
      chosen: <StarChoice initialValue={3.5} />,
      error: (
        <StarRatingInput value={null} onChange={noop} error={showcaseMessages.none_selected} />
      ),
    },
  },
}

function KindField({ error }: { error?: string }) {
  return (
    <SelectField label={field.kind} defaultValue="" error={error}>
      <option value="" disabled>
        {field.kind_empty}
      </option>
      {field.kinds.map((kind) => (
        <option key={kind}>{kind}</option>
      ))}
    </SelectField>
  )
}
