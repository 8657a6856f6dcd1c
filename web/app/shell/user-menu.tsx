import { IconHelp, IconLifebuoy, IconLogout, IconUser, IconWallet } from '@tabler/icons-react'
import { Form, Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { ShellMenu } from '#web/ui/kit/app-shell.tsx'
import { Avatar } from '#web/ui/kit/avatar.tsx'
import { LinkButton } from '#web/ui/kit/button.tsx'
import { useAppData, useCan } from './app-data.ts'
import { AppearanceSwitch } from './appearance-switch.tsx'
import styles from './menus.module.css'

const look = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
/** Who is signed in, what is theirs, and the way out. */
export function UserMenu() {
  const { initialUser: user, links, appearance, roleGroupId } = useAppData()
  const can = useCan()
  if (!user)
    return (
      <div className="stack">
        <LinkButton to={paths.signIn}>Sign in</LinkButton>
        <p className="small">
          <Link to={paths.signUp}>Sign up</Link> · <a href={links.sales}>Contact sales</a> ·{' '}
          <a href={links.help}>Help</a>
        </p>
      </div>
    )
  const name = `${user.firstName} ${user.surname}`.trim() || user.email
  const label = (
    <>
      <Avatar name={name} />
      <span className={styles.two}>
        <strong>{name}</strong>
        <span>{user.email}</span>
      </span>
    </>
  )
  return (
    <ShellMenu id="user-menu" purpose="Your menu" label={label} above>
      <Link className={styles.item} to={paths.profile}>
        <IconUser {...look} />
        Profile
      </Link>
      {roleGroupId === 'automation-participant' ? (
        <Link className={styles.item} to={paths.allowances}>
          <IconWallet {...look} />
          Your allowances
        </Link>
      ) : null}
      <a className={styles.item} href={paths.helpPage}>
        <IconHelp {...look} />
        Help
      </a>
      {can('contact-for-assistance') ? (
        <a className={styles.item} href={links.assistance}>
          <IconLifebuoy {...look} />
          Ask us for a hand
        </a>
      ) : null}
      <AppearanceSwitch appearance={appearance} />
      <Form method="post" action={paths.signOut}>
        <button type="submit" className={styles.item}>
          <IconLogout {...look} />
          Sign out
        </button>
      </Form>
    </ShellMenu>
  )
}
