import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

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
}
