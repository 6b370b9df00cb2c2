import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ClippedText } from '#ui/display/ClippedText.tsx';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { CodeField } from '#ui/form/CodeField.tsx';
import { Field } from '#ui/form/Field.tsx';
import { FileInput } from '#ui/form/FileInput.tsx';
import { NumberField } from '#ui/form/NumberField.tsx';
import { PasswordField } from '#ui/form/PasswordField.tsx';
import { SearchBox } from '#ui/form/SearchBox.tsx';
import { CountryField } from '#ui/form/search-select/CountryField.tsx';
import { SearchList } from '#ui/form/search-select/SearchList.tsx';
import { SearchSelect } from '#ui/form/search-select/SearchSelect.tsx';
import { Select } from '#ui/form/Select.tsx';
import { SelectField } from '#ui/form/SelectField.tsx';
import { Slider } from '#ui/form/Slider.tsx';
import { Switch } from '#ui/form/Switch.tsx';
import { TextArea, TextField } from '#ui/form/TextField.tsx';
import { Specimen, Wide } from './Shown';

const GENRES = ['House', 'Techno', 'Trance'];
const LONG = 'A name that goes on for longer than a phone is wide, so that its end is cut and has no room';
const options = GENRES.map((genre) => <option key={genre}>{genre}</option>);

export function Forms() {
  const [genre, setGenre] = useState('Techno');
  const [range, setRange] = useState([20, 70]);
  const [single, setSingle] = useState([40]);
  const [on, setOn] = useState(true);
  const [code, setCode] = useState('');
  const [search, setSearch] = useState('');
  const [place, setPlace] = useState('');
  const { control } = useForm({ defaultValues: { home: '', other: 'Iceland' } });
  const select = { options: GENRES, value: genre, onChange: setGenre, emptyText: 'No genre found' };
  return (
    <>
      <Specimen name="Checkbox">
        <Checkbox label="Unchecked" />
        <Checkbox label="Checked" defaultChecked />
        <Checkbox label="Disabled" disabled />
        <Checkbox label="Checked and disabled" disabled defaultChecked />
        <Checkbox label="A label that goes on for longer than a phone is wide, so that it breaks and still stands beside its box" />
        <Checkbox label="Refused" error="Please agree." />
      </Specimen>
      <Specimen name="CodeField">
        <CodeField label="Code" value={code} onCode={setCode} />
        <CodeField label="Code, refused" value="123" onCode={() => {}} error="The code is wrong." />
      </Specimen>
      <Specimen name="CountryField">
        <CountryField control={control} name="home" own />
        <CountryField control={control} name="other" />
      </Specimen>
      <Specimen name="Field">
        <Wide>
          <Field label="A field of one's own" hint="A hint">
            {(wiring) => <input {...wiring} />}
          </Field>
        </Wide>
        <Wide>
          <Field label="A field of one's own, refused" error="What is wrong with it.">
            {(wiring) => <input {...wiring} />}
          </Field>
        </Wide>
      </Specimen>
      <Specimen name="FileInput">
        <FileInput aria-label="A file" onChoose={() => {}} />
        <FileInput aria-label="A file, disabled" disabled onChoose={() => {}} />
      </Specimen>
      <Specimen name="NumberField">
        <NumberField label="Tempo" placeholder="124" />
        <NumberField label="Tempo, refused" defaultValue="12O" error="Please enter a number." />
        <NumberField label="Tempo, disabled" disabled defaultValue="124" />
      </Specimen>
      <Specimen name="PasswordField">
        <PasswordField label="Password" />
        <PasswordField label="Refused password" error="Too short." />
        <PasswordField label="Password, disabled" disabled hint="Nothing can be typed now." />
      </Specimen>
      <Specimen name="SearchBox">
        <SearchBox label="Search tracks" value={search} onChange={setSearch} />
        <SearchBox label="Search tracks, with words" value="undertow" onChange={() => {}} />
      </Specimen>
      <Specimen name="SearchList">
        <Wide>
          <SearchList
            label="Genre or label"
            listLabel="Genres and labels"
            text={place}
            onText={setPlace}
            items={[...GENRES, LONG].filter((name) => name.toLowerCase().includes(place.toLowerCase()))}
            keyOf={(name) => name}
            textOf={(name) => name}
            onChoose={setPlace}
          >
            {(name) => <ClippedText>{name}</ClippedText>}
          </SearchList>
        </Wide>
      </Specimen>
      <Specimen name="SearchSelect">
        <SearchSelect label="Genre" {...select} />
        <SearchSelect label="Genre, refused" error="Please choose one." {...select} />
        <SearchSelect label="Genre, disabled" disabled {...select} />
        <SearchSelect label="Genre, not chosen" {...select} value="" placeholder="Choose a genre" />
      </Specimen>
      <Specimen name="Select">
        <Select aria-label="Plain">{options}</Select>
        <Select aria-label="Disabled" disabled>
          {options}
        </Select>
        <Select aria-label="Signal" tone="signal">
          {options}
        </Select>
        <Select aria-label="Warm" tone="warm">
          {options}
        </Select>
        <Select aria-label="Long">
          <option>{LONG}</option>
        </Select>
        <Wide>
          <Select aria-label="Wide" wide>
            {options}
          </Select>
        </Wide>
      </Specimen>
      <Specimen name="SelectField">
        <SelectField label="Kind">{options}</SelectField>
        <SelectField label="Kind, refused" error="Please choose one.">
          {options}
        </SelectField>
        <SelectField label="Kind, disabled" disabled hint="Why it cannot be chosen.">
          {options}
        </SelectField>
      </Specimen>
      <Specimen name="Slider">
        <Wide>
          <Slider labels={['Volume']} value={single} min={0} max={100} step={1} onChange={setSingle} />
        </Wide>
        <Wide>
          <Slider labels={['From', 'To']} value={range} min={0} max={100} step={1} onChange={setRange} />
        </Wide>
      </Specimen>
      <Specimen name="Switch">
        <Switch label="A switch" checked={on} onChange={setOn} />
        <Switch label="Off" checked={false} onChange={() => {}} />
        <Switch label="Disabled" checked={false} disabled onChange={() => {}} />
        <Switch label="On and disabled" checked disabled onChange={() => {}} />
      </Specimen>
      <Specimen name="TextField">
        <TextField label="Name" hint="As on the contract." />
        <TextField label="Name, refused" defaultValue="?" error="Please enter a name." />
        <TextField label="Name, disabled" disabled defaultValue="Undertow" />
        <TextField label="Name, empty" placeholder="Undertow" />
        <TextField label="Name, right to left" dir="auto" defaultValue="موسيقى الليل" />
        <TextArea label="Description" rows={3} />
        <TextArea label="Description, refused" rows={2} defaultValue="x" error="Please write a sentence." />
        <TextArea label="Description, disabled" rows={2} disabled defaultValue="It cannot be changed any more." />
      </Specimen>
    </>
  );
}
