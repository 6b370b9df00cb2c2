import { useState } from 'react';
import { Badge } from '#ui/display/Badge.tsx';
import { Beside } from '#ui/display/Beside.tsx';
import { Countdown } from '#ui/display/Countdown.tsx';
import { DueClock } from '#ui/display/DueClock.tsx';
import { Cover } from '#ui/display/Cover.tsx';
import { EmailAddress } from '#ui/display/EmailAddress.tsx';
import { Fact, Facts } from '#ui/display/Facts.tsx';
import { Money } from '#ui/display/Money.tsx';
import { Tabs } from '#ui/display/Tabs.tsx';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import { KeyText } from '#ui/display/KeyText.tsx';
import { TwoLines } from '#ui/display/TwoLines.tsx';
import { Waveform } from '#ui/display/Waveform.tsx';
import { Specimen, Wide } from './Shown';

const WAVE = Array.from({ length: 48 }, (_, i) => (40 + Math.round(200 * Math.abs(Math.sin(i / 4)))).toString(16)).join('');

export function Display() {
  const [tab, setTab] = useState('one');
  return (
    <>
      <Specimen name="Badge">
        <Badge>plain</Badge>
        <Badge tone="signal">signal</Badge>
        <Badge tone="warm">warm</Badge>
        <Badge>one that says more than a badge should</Badge>
      </Specimen>
      <Specimen name="Beside">
        <Wide>
          <Beside preview={<p>What the form makes.</p>}>
            <p>The form.</p>
          </Beside>
        </Wide>
      </Specimen>
      <Specimen name="Cover">
        <Cover src="/icon.svg" alt="The shop's sign" size={96} />
        <Cover src="" alt="" size={96} />
      </Specimen>
      <Specimen name="EmailAddress">
        <EmailAddress>a.long.name.of.somebody@mail.example.com</EmailAddress>
      </Specimen>
      <Specimen name="Facts">
        <Facts>
          <Fact name="Key">A minor</Fact>
          <Fact name="BPM">124</Fact>
          <Fact name="Store">A store whose name goes on for longer than its column is wide</Fact>
        </Facts>
      </Specimen>
      <Specimen name="Money">
        <Money cents={129_050} />
        <Money dollars={1290.5} whole />
        <Money cents={0} />
        <Money cents={-4_990} />
      </Specimen>
      <Specimen name="Tabs">
        <Tabs
          label="Some tabs"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'one', label: 'One', content: <p>The first panel.</p> },
            { value: 'two', label: 'Two', count: 12, content: <p>The second panel.</p> },
            ...['Three', 'Four', 'Five', 'Six', 'Seven'].map((label) => ({
              value: label,
              label: `${label}, beyond the edge of a phone`,
              content: <p>{label}</p>,
            })),
          ]}
        />
      </Specimen>
      <Specimen name="KeyText">
        <KeyText of={{ music_key: 'G#', key_mode: 'minor' }} /> · <KeyText of={{ music_key: 'C', key_mode: 'major' }} mixes /> ·{' '}
        <KeyText of={{ music_key: null }} />
      </Specimen>
      <Specimen name="Countdown">
        <Countdown until="2100-01-01T00:00:00Z" />
      </Specimen>
      <Specimen name="DueClock">
        <DueClock dueAt="2100-01-01T00:00:00Z" what="Answer" />
      </Specimen>
      <Specimen name="ClippedText">
        <ClippedText as="p">
          A title with far more words than one line of a narrow list has room for, so that its end is cut off
        </ClippedText>
        <ClippedText as="p">أغنية طويلة جدا لا تتسع لها خانة واحدة في قائمة ضيقة ولذلك تقطع نهايتها ويبقى أولها ظاهرا</ClippedText>
      </Specimen>
      <Specimen name="TwoLines">
        <TwoLines below="below it">What it is about</TwoLines>
        <TwoLines below="and as much below it as there is room for in the column of a table">
          <bdi dir="auto">أغنية طويلة جدا لا تتسع لها خانة واحدة</bdi>
        </TwoLines>
      </Specimen>
      <Specimen name="Waveform">
        <Waveform wave={WAVE} />
        <Waveform wave={WAVE} progress={0.4} />
        <Waveform wave={WAVE} progress={1} />
      </Specimen>
    </>
  );
}
