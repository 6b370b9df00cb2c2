import { Heart } from 'lucide-react';
import { Button, ButtonLink } from '#ui/action/Button.tsx';
import { IconButton } from '#ui/action/IconButton.tsx';
import { PlayButton } from '#ui/action/PlayButton.tsx';
import { Spinner } from '#ui/action/Spinner.tsx';
import { Specimen } from './Shown';

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger', 'onSignal'] as const;

export const Actions = () => (
  <>
    <Specimen name="Button">
      {VARIANTS.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button size="s">small</Button>
      <Button busy>busy</Button>
      <Button variant="primary" busy>
        busy, primary
      </Button>
      <Button variant="danger" disabled>
        disabled, danger
      </Button>
      <Button disabled>disabled</Button>
      <ButtonLink to="/shop">a link</ButtonLink>
      <Button block>as wide as its place</Button>
    </Specimen>
    <Specimen name="IconButton">
      <IconButton label="Like">
        <Heart size={20} />
      </IconButton>
      <IconButton label="Chosen" current>
        <Heart size={20} fill="currentColor" />
      </IconButton>
      <IconButton label="Like, small" size="s">
        <Heart size={16} />
      </IconButton>
      <IconButton label="Like, disabled" disabled>
        <Heart size={20} />
      </IconButton>
    </Specimen>
    <Specimen name="PlayButton">
      <PlayButton name="Undertow" playing={false} />
      <PlayButton name="Undertow" playing />
      <PlayButton name="Undertow" playing={false} filled />
      <PlayButton name="Undertow" playing filled />
      <PlayButton name="Undertow" playing={false} size="s" />
      <PlayButton name="Undertow" playing size="s" />
    </Specimen>
    <Specimen name="Spinner">
      <Spinner label="Loading" />
      <Spinner />
    </Specimen>
  </>
);
