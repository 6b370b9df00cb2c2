import type { DemoFields } from '@shop/contracts/forms';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { AudioMedia, ImageMedia } from '../media/save-media';

export type DemoMedia = ImageMedia & AudioMedia;

@Entity('demos')
export class Demo {
  @PrimaryGeneratedColumn('identity', { type: 'int', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('text') name!: string;
  @Column('text') category!: string;
  /** The upload that added it. */
  @Column('uuid', { nullable: true }) upload!: string | null;
  @Column('text') img!: string;
  @Column('text') audio!: string;
  @Column('text') peaks!: string;
  @Column('text') wave!: string;
  /** Seconds. */
  @Column('double precision') duration!: number;

  static fresh(fields: DemoFields, media: DemoMedia, upload: string | null): Demo {
    return Object.assign(new Demo(), fields, media, { upload });
  }
}

/** The audit log's facts of a demo track. */
export const factsOf = ({ name, category, img, audio }: Demo) => ({ name, category, img, audio });

/** A demo track as the subject of an entry of the audit log. */
export const subjectOf = ({ id, name }: Demo) => ({ type: 'demo', id, name });
