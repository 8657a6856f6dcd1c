import { Dots, leaf, notchedPetal, petal, Ring, Sprig } from '../wraps/shapes.tsx'

const stem = '#4f7a5b'
const paleStem = '#7fa386'
const paper = '#eccdc8'

const ground = <ellipse cx="0" cy="70" rx="58" ry="6" fill="#000" opacity="0.07" />

const peony = (
  <g>
    <Ring count={8} d={notchedPetal(26, 12)} fill="#e98ba4" />
    <Ring count={7} d={notchedPetal(20, 10)} fill="#d4577e" turn={18} />
    <Ring count={6} d={notchedPetal(14, 7)} fill="#f3b3c1" turn={8} />
    <Dots count={6} radius={4} size={1.5} fill="#f0c25a" />
  </g>
)

/** Flat paper-cut pictures, drawn into a field from -80 to 80. */
export const botanicals = {
  /** A small bunch, tied. */
  posy: (
    <g>
      {ground}
      <g transform="translate(0 62)">
        <g transform="rotate(-26)">
          <Sprig height={92} pairs={4} stem={stem} leafLength={26} leafWidth={12} fill={stem} otherFill={paleStem} />
        </g>
        <g transform="rotate(27)">
          <Sprig height={88} pairs={4} stem={stem} leafLength={26} leafWidth={12} fill={paleStem} otherFill={stem} />
        </g>
        <path d="M0 0V-76" stroke={stem} strokeWidth="3" />
      </g>
      <g transform="translate(0 -18)">{peony}</g>
      <g transform="translate(-30 -2) scale(0.62)">{peony}</g>
      <g transform="translate(31 2) scale(0.56)">{peony}</g>
      <path d="M-20 26L20 26L11 64Q0 68-11 64Z" fill={paper} />
      <path d="M-20 26L6 26L-2 66Q-8 66-11 64Z" fill="#fff" opacity="0.35" />
      <path d="M-16 40Q0 46 16 40V47Q0 53-16 47Z" fill="#b3245b" />
    </g>
  ),
  /** Something is going to grow. */
  sprout: (
    <g>
      {ground}
      <path d="M-26 34H26L20 66Q0 72-20 66Z" fill="#c9825f" />
      <path d="M-30 26H30V36H-30Z" fill="#d99a78" />
      <path d="M0 28V-14" stroke={stem} strokeWidth="4" strokeLinecap="round" />
      <g transform="translate(0 -2) rotate(-52)">
        <path d={leaf(40, 24)} fill={stem} />
      </g>
      <g transform="translate(0 -10) rotate(48)">
        <path d={leaf(46, 26)} fill={paleStem} />
      </g>
    </g>
  ),
  /** Nothing was found. */
  dandelion: (
    <g>
      {ground}
      <path d="M-6 68Q-10 20-4-16" stroke={stem} strokeWidth="3" fill="none" />
      <g transform="translate(-4 -22)">
        <g stroke="#a79bb3" strokeWidth="1.4">
          {[-120, -98, -76, -54, -32, -10, 12, 34, 56].map((degrees) => (
            <path key={degrees} d="M0-4V-30M-4-33L0-28L4-33" fill="none" transform={`rotate(${degrees})`} />
          ))}
        </g>
        <circle r="5" fill="#d9a441" />
      </g>
      <g stroke="#a79bb3" strokeWidth="1.4" fill="none">
        <path d="M36-44l8-12M38-60l6 4l6-3" />
        <path d="M54-10l10-8M58-24l6 6l8-1" />
        <path d="M30-6l8-7M33-17l5 4l6-1" />
      </g>
      <g transform="translate(-7 40) rotate(62)">
        <path d={leaf(40, 14)} fill={paleStem} />
      </g>
      <g transform="translate(-7 52) rotate(-66)">
        <path d={leaf(36, 13)} fill={stem} />
      </g>
    </g>
  ),
  /** Words came back, or have yet to. */
  letter: (
    <g>
      {ground}
      <g transform="rotate(-6)">
        <path d="M-52-14H52V54H-52Z" fill="#f7e6dc" />
        <path d="M-52-14L0 26L52-14Z" fill={paper} />
        <path d="M-52 54L-10 16M52 54L10 16" stroke="#dcb8ae" strokeWidth="2" />
        <g transform="translate(0 24) scale(0.5)">{peony}</g>
      </g>
      <g transform="translate(34 -26) rotate(24)">
        <Sprig height={44} pairs={3} stem={stem} leafLength={18} leafWidth={9} fill={stem} otherFill={paleStem} />
      </g>
      <g transform="translate(-38 -30) scale(0.42)">
        <Ring count={5} d={petal(24, 13)} fill="#e98ba4" />
        <circle r="6" fill="#f0c25a" />
      </g>
    </g>
  ),
  /** Money, and where it rests. */
  purse: (
    <g>
      {ground}
      <path d="M-44 6Q-52 62 0 64Q52 62 44 6Z" fill="#b3245b" />
      <path d="M-44 6Q-48 30-46 38Q-20 26 0 26Q30 26 47 36Q47 22 44 6Z" fill="#c94b7c" />
      <path d="M-46-2H46V10H-46Z" fill="#d9a441" />
      <circle cx="-5" cy="-8" r="6" fill="#d9a441" />
      <circle cx="6" cy="-8" r="6" fill="#c08a2d" />
      <g transform="translate(-20 -4) rotate(-18)">
        <Sprig height={54} pairs={3} stem={stem} leafLength={20} leafWidth={10} fill={stem} otherFill={paleStem} />
      </g>
      <g transform="translate(24 -34) scale(0.6)">{peony}</g>
      <path d="M24-20V-2" stroke={stem} strokeWidth="3" />
    </g>
  ),
} as const
