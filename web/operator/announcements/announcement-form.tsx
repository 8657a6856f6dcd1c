import type { OperatorAnnouncement } from '#contract/operator/announcements.ts'
import { ActForm } from '#web/operator/act-form.tsx'
import type { ActFailure } from '#web/operator/run-act.server.ts'
import { SelectField, TextField } from '#web/ui/kit/form.tsx'
import { levelLabels } from './labels.ts'

interface AnnouncementFormProps {
  intent: 'create' | 'update'
  plans: readonly { id: string; name: string }[]
  /** The customer it is for alone. */
  team: { id: string; name: string } | null
  was?: OperatorAnnouncement & { fromLocal: string; untilLocal: string }
  fromLocal?: string
  failure: ActFailure | undefined
}

/** What customers are told, when and which of them. */
export function AnnouncementForm({ intent, plans, team, was, fromLocal, failure }: AnnouncementFormProps) {
  const audience = was?.plan?.id ?? ''
  return (
    <ActForm
      intent={intent}
      title={was ? 'Change it' : 'Write an announcement'}
      button={was ? 'Change announcement' : 'Announce'}
      consequence={
        was
          ? 'With other words, people who put it away see it again.'
          : 'It is at the top of every page that people see signed in, until they put it away or its time is over.'
      }
      failure={failure}
    >
      <TextField name="text" label="Text" defaultValue={was?.text} required maxLength={500} />
      <SelectField
        name="level"
        label="Looks like"
        defaultValue={was?.level ?? 'info'}
        data={Object.entries(levelLabels).map(([value, { label }]) => ({ value, label }))}
      />
      <TextField
        name="from"
        type="datetime-local"
        label="From (London)"
        defaultValue={was?.fromLocal ?? fromLocal}
        required
      />
      <TextField name="until" type="datetime-local" label="Until (London)" defaultValue={was?.untilLocal} required />
      {team ? (
        <>
          <input type="hidden" name="teamId" value={team.id} />
          <p>Only {team.name} and its subteams see it.</p>
        </>
      ) : (
        <SelectField
          name="planId"
          label="For"
          defaultValue={audience}
          data={[
            { value: '', label: 'Everyone' },
            ...plans.map(({ id, name }) => ({ value: id, label: `Customers on the plan ${name}` })),
          ]}
        />
      )}
    </ActForm>
  )
}
