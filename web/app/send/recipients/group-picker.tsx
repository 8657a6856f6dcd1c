import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { plural } from '#web/ui/format.ts'
import { SubmitButton } from '#web/ui/kit/button.tsx'
import { Card } from '#web/ui/kit/card.tsx'
import { SelectControl, TextControl } from '#web/ui/kit/field.tsx'
import wizard from '#web/ui/wizard/wizard.module.css'
import type { GroupOption } from './groups.server.ts'

/** People whom the team sends to together: added as rows, or kept from them; all of it works as a plain form. */
export const GroupPicker = ({ groups }: { groups: readonly GroupOption[] }) => (
  <Card>
    <details>
      <summary className={wizard.summary}>Add a group, or keep these people as one</summary>
      <div className={wizard.pair}>
        {groups.length ? (
          <div className="stack">
            <SelectControl name="group" label="Group" defaultValue="">
              <option value="">Choose a group</option>
              {groups.map(({ id, name, count }) => (
                <option key={id} value={id}>
                  {name}: {plural(count, 'person', 'people')}
                </option>
              ))}
            </SelectControl>
            <div>
              <SubmitButton look="quiet" name="intent" value="addGroup">
                Add the group
              </SubmitButton>
            </div>
          </div>
        ) : null}
        <div className="stack">
          <TextControl name="groupName" label="Name of a new group" maxLength={100} />
          <div className="row">
            <SubmitButton look="quiet" name="intent" value="keepGroup">
              Keep these as a group
            </SubmitButton>
            <Link to={paths.groups}>All groups</Link>
          </div>
        </div>
      </div>
    </details>
  </Card>
)
